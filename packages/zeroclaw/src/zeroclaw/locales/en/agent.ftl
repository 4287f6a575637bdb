# What `zeroclaw agent` says.

agent_continue_or_session = --continue does not go with --session; leave one out
agent_flag_with_local = { $flag } does not go with a model that runs here; leave one out
agent_key_env_alone = --api-key-env is for --uri; give both
agent_model_is_file = --model cannot name a model that is a file; use --model-path
agent_no_session = The agent { $agent } has no session to continue; leave out --continue
agent_no_session_name = { $name } cannot name a session: use at most 100 characters, no slash, no control characters
agent_nothing_to_say = Nothing to say: give -m TEXT, or pipe text in
agent_tools_alone = --tools goes with --local or --model-path; other models are offered tools anyway
agent_unconfigured = There is no config, so that there is no agent but { $agent }; leave out --agent, or write a config
agent_unconfined = UNCONFINED: nothing confines the shell commands of { $agent }, since { $profile } turns the sandbox off. Turn it on again: zeroclaw config set { $setting } auto
agent_uri_alone = --uri needs --model NAME as well
bundled_model = The bundled model is tiny: it can chat a little, and it gets facts wrong. For a better one, download a GGUF file and give it with --model-path FILE, or use --uri URL.
session_name_taken = another session has this name already
stdin_binary = it is binary, not text
stdin_not_text = it is not UTF-8 (byte { $byte })
stdin_too_long = it is longer than { $limit } KiB
stdin_waiting = Reading standard input to its end, to attach it; `< /dev/null` attaches nothing.
no_model_has_price = no model has a price
no_model_sees = no model is known to see pictures

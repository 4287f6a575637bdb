# What `zeroclaw providers list` and `check` say.

providers_answered_in_words = { $provider } answered in words where it was told to call a tool: an agent with it can talk, but may not act.
providers_beforehand =
    { $count ->
        [1] This asks a real model two short questions, which may cost a fraction of a cent.
       *[other] This asks { $count } real models two short questions each, which may cost a fraction of a cent for each.
    }
providers_called_garbled = { $provider } called a tool so that the call makes no sense: an agent with it can talk, but may not act.
providers_column_aliases = ALIASES
providers_column_cost = COST
providers_column_duration = IN ALL
providers_column_family = FAMILY
providers_column_first_token = FIRST
providers_column_key = KEY
providers_column_key_accepted = KEY OK
providers_column_model = MODEL
providers_column_provider = PROVIDER
providers_column_reachable = REACHED
providers_column_streaming = STREAMS
providers_column_title = NAME
providers_column_tokens = TOKENS
providers_column_tools = TOOLS
providers_ended_badly = { $provider } ended its answer to a harmless question with "{ $reason }".
providers_fix_login = Log in anew: `zeroclaw auth login { $login }`.
providers_fix_model = See which models are known with `zeroclaw models list --provider { $family }`, then take one: `zeroclaw config set { $setting } MODEL`.
providers_fix_model_live = See which models it has with `zeroclaw models list --live --provider { $family }`, then take one: `zeroclaw config set { $setting } MODEL`.
providers_fix_server = Start the server on this machine, or set its uri to where it runs.
providers_fix_tools = Have tools described to it in words: `zeroclaw config set { $setting } false`; or take a model that can use them.
providers_fix_tools_model = Take a model that can use tools; `zeroclaw models info MODEL` tells which can.
providers_key_login = its login
providers_key_login_or = its login, or { $variables }
providers_key_none = none
providers_key_optional = optional
providers_key_optional_in = { $variables } (optional)
providers_kind_endpoint = Any endpoint, by its protocol
providers_kind_here = On this machine
providers_kind_other = From other distributions
providers_kind_program = Through a program of the vendor
providers_kind_vendor = Vendors
providers_no = no
providers_or = {" or "}
providers_reply_too_long = the answer to a short question is far too long
providers_reply_without_end = the answer stopped without its end
providers_said_nothing = { $provider } answered without saying anything.
providers_seconds = { $seconds } s
providers_silent =
    { $seconds ->
        [1] { $provider } had not answered within a second.
       *[other] { $provider } had not answered within { $seconds } seconds.
    }
providers_silent_fix = Check the server and the network, or give it more time with --timeout.
providers_status_cancelled = cancelled
providers_status_failed = failed
providers_status_ok = ok
providers_status_warning = warning
providers_summary = { $works } of { $count } working.
providers_title_custom = OpenAI chat completions
providers_title_local = Model files
providers_tools_called = called
providers_tools_garbled = garbled
providers_tools_off = off
providers_tools_refused = refused
providers_tools_words = in words
providers_unknown = { $name } is no model of the config, which has { $names }
providers_unknown_alone = { $name } is no model of the config, which has none
providers_unknown_near = { $name } is no model of the config; the nearest is { $near }
providers_waiting = { $done } of { $count } through, waiting for { $names }
providers_yes = yes

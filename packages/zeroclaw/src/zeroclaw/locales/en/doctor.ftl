# What `zeroclaw doctor` finds; a key that ends in _fix says what to do about it.

check_all_fine = Nothing is wrong.
check_answered = { $provider } answers at { $place }, and has the model { $model }.
check_asking =
    { $count ->
        [1] Asking the provider, which may take 5 seconds.
       *[other] Asking { $count } providers, which may take 5 seconds.
    }
check_bundled_missing = { $provider }: the bundled model { $model } is not installed.
check_bundled_missing_fix = Run `zeroclaw models fetch-bundled`.
check_clock = This clock agrees with that of { $provider }, within { $seconds } seconds.
check_clock_alone = This clock says { $now }; no provider has told its own time.
check_clock_fast = This clock is { $seconds } seconds ahead of that of { $provider }.
check_clock_fast_fix = Set the clock of this machine, best by following a time server.
check_clock_slow = This clock is { $seconds } seconds behind that of { $provider }.
check_clock_slow_fix = Set the clock of this machine, best by following a time server.
check_clock_year = This clock says that it is the year { $year }: no certificate will do.
check_clock_year_fix = Set the clock of this machine, best by following a time server.
check_config = { $path } can be used; it has the agents { $agents }.
check_config_missing = There is no config at { $path }.
check_config_missing_fix = Run `zeroclaw quickstart`, or set ZEROCLAW_HOME to the folder that has a config.toml.
check_config_several = { $path } can be used; which of its agents is meant has to be said with --agent: { $agents }.
check_database =
    { $sessions ->
        [1] { $path } is whole: { $size } MB, { $sessions } session.
       *[other] { $path } is whole: { $size } MB, { $sessions } sessions.
    }
check_database_closed = { $path } cannot be read: { $problem }.
check_database_closed_fix = Restore a copy of it, or move it away, with the files beside it whose names begin as its own; a new one is then made, without the sessions.
check_database_damaged = { $path } is damaged: { $damage }
check_database_damaged_fix = Restore a copy of it, or move it away, with the files beside it whose names begin as its own; a new one is then made, without the sessions.
check_database_empty = { $path } has no sessions yet.
check_database_held = The process { $pid } has { $path } locked.
check_database_held_fix = Wait for that process, or end it.
check_database_too_new = { $path } was written by a later version (schema { $found }, this one knows { $known }).
check_database_too_new_fix = Update ZeroClaw, or restore a copy from before.
check_disabled = { $entry } is disabled. { $problem }
check_disk = { $folder } can be written, with { $megabytes } MB free.
check_disk_full = Only { $megabytes } MB are free at { $folder }.
check_disk_full_fix = Free some space there, or set ZEROCLAW_HOME to a folder elsewhere.
check_disk_later = The home can be made in { $folder }, with { $megabytes } MB free.
check_dumb_terminal = TERM is not set, or dumb, so that a chat goes line by line.
check_dumb_terminal_fix = Set TERM to what your terminal is, such as xterm-256color.
check_engine_missing = { $provider } runs right here, and the engine for that is not installed.
check_engine_missing_fix = Install the package xllamacpp into the environment of this command, which is what the extra `local` of zeroclaw names.
check_errors =
    { $count ->
        [1] { $count } error
       *[other] { $count } errors
    }
check_file_unusable = { $provider } cannot use the model file { $path }: { $problem }.
check_file_unusable_fix = Set its model_path to a GGUF file.
check_fix = → { $fix }
check_foreign_file = { $path } belongs to another user, whose number is { $owner }.
check_foreign_file_fix = Let it belong to the user who runs zeroclaw, or run zeroclaw as that other user.
check_key_missing = { $key } is sealed, and the file { $path } with the key is missing.
check_key_refused = { $provider } refuses the key at { $place }.
check_key_refused_fix = Give it a valid key: `zeroclaw secrets set { $key }`.
check_key_unfetched = { $provider } was not asked. { $problem }
check_key_unfetched_fix = Do what that says, or seal the key itself: `zeroclaw secrets set { $key }`.
check_key_unusable = { $key } { $clause }.
check_key_wanted = { $provider } wants a key at { $place }, and has none.
check_key_wanted_fix = Give it one: `zeroclaw secrets set { $key }`.
check_linux = Linux { $release }, Python { $python }.
check_local_engine = The engine for models on this machine is installed, the bundled model is not.
check_local_model = The bundled model is installed, the engine for models on this machine is not.
check_local_nothing = Neither engine nor bundled model for this machine is installed.
check_local_whole = The engine for models on this machine is installed, with a tiny model.
check_macos = macOS { $release }, Python { $python }: less is tested there, and agents cannot run commands.
check_macos_fix = Run zeroclaw on Linux where agents have to run commands.
check_missing_parts = Parts of ZeroClaw are missing: { $names }.
check_missing_parts_fix = Install the complete set of one version again.
check_misspelt = { $problem }
check_misspelt_fix = Write { $nearest } there: { $place }.
check_mixed_parts = This is ZeroClaw { $own }, with parts of other versions: { $names }.
check_mixed_parts_fix = Install the complete set of one version again.
check_model_not_listed = { $provider } does not know the model { $model }; it has { $models } at { $place }.
check_model_not_listed_fix = Take one that it has: `zeroclaw config set { $setting } { $other }`.
check_model_unknown = { $provider } refuses the model { $model } at { $place }.
check_model_unknown_fix = Set { $setting } to a model that it has.
check_no_database = There are no sessions yet; { $path } is made when one begins.
check_no_files = There are no files yet that others could read.
check_no_models = No model is configured, so that nobody was asked.
check_no_terminal = The output goes to no terminal; its encoding is { $encoding }.
check_not_utf8 = The encoding of this terminal, or locale, is { $encoding }, not UTF-8.
check_not_utf8_fix = Choose a locale with UTF-8: `export LC_ALL=C.UTF-8`.
check_not_writable = Nothing can be written in { $folder }: { $problem }.
check_not_writable_fix = Make it writable, or set ZEROCLAW_HOME to another folder.
check_nothing_sealed = Nothing in the config is sealed.
check_notice_fix = Take it out, or leave it: it has no effect.
check_old_config = { $problem }
check_old_config_fix = Run `zeroclaw config migrate`.
check_open_file = Others may read { $path }.
check_open_file_fix = Run `{ $command }`.
check_open_key = Others may use { $path }, which opens all that is sealed in the config.
check_open_key_fix = Run `{ $command }`; if they have read it, then `zeroclaw secrets rotate-key` as well.
check_open_to_change = Others may change { $path }.
check_open_to_change_fix = Run `{ $command }`.
check_parts = All { $count } parts of ZeroClaw are of version { $own }.
check_private = The { $count } files and folders that are there belong to you alone.
check_problem = { $problem }
check_problem_fix = Change it there: { $place }.
check_ready = { $provider } can run { $model } right here.
check_rotation = A change of the key { $path } was not finished; the old key is still there.
check_rotation_fix = Run `zeroclaw secrets rotate-key`.
check_sealed =
    { $count ->
        [1] The { $count } sealed value opens.
       *[other] All { $count } sealed values open.
    }
check_severity_error = error
check_severity_ok = ok
check_severity_warning = warning
check_silent = { $provider } gave no answer within { $seconds } seconds at { $place }.
check_silent_fix = Check the server and the network, then run `zeroclaw doctor` again.
check_skipped = { $provider } was not asked.
check_subject_clock = clock
check_subject_config = config
check_subject_database = database
check_subject_disk = disk
check_subject_installed = installed
check_subject_permissions = permissions
check_subject_platform = platform
check_subject_providers = providers
check_subject_sandbox = sandbox
check_subject_secrets = secrets
check_subject_terminal = terminal
check_summary = { $errors }, { $warnings }.
check_terminal = The terminal is a { $kind }, its encoding { $encoding }.
check_troubled = { $provider } answers at { $place }, but not as it should: { $problem }.
check_troubled_fix = Look at what it says, then run `zeroclaw doctor` again.
check_unfinished = What concerns { $subject } was not found out within { $seconds } seconds.
check_unfinished_fix = Run `zeroclaw doctor --offline`; if that takes as long, check the disk of the home.
check_unopened = { $problem }
check_unopened_fix = Restore the file with the key, or set the secret again: `zeroclaw secrets set { $key }`.
check_unreachable = { $provider } cannot be reached at { $place }: { $problem }.
check_unreachable_fix = Check its uri, that the server runs, and the network.
check_unseen = { $path } cannot be looked at.
check_unseen_fix = Let its folder belong to the user who runs zeroclaw.
check_unsupported = { $platform } is not supported: use Linux, or macOS.
check_variable = { $problem }
check_variable_fix = Set in the environment that zeroclaw is started from: { $names }.
check_warnings =
    { $count ->
        [1] { $count } warning
       *[other] { $count } warnings
    }
disk_not_yours = it is not yours to write in
model_no_file = there is no such file
model_no_gguf = it is no GGUF file
model_not_installed = it is not installed
provider_too_slow = it gave no answer to a request in time
check_hint = The agent { $agent } has no model: { $problem }
check_hint_fix = Add a route for the hint, or name a model of the config as model_provider of { $agent }.
check_key_unset = { $provider } needs a key for { $model }: its section has none, and the variable { $variable } is not set.
check_key_unset_fix = Set { $variable } where zeroclaw is started from, or seal a key: `zeroclaw secrets set { $key }`.
check_unusable = { $provider } cannot be asked. { $problem }
check_unusable_fix = Do what that says, then run `zeroclaw doctor` again.
check_asks_first = A shell command that changes something runs only when you approve it.
check_confined =
    { $network ->
        [open] { $works } confines the shell commands of { $agents } to the workspace, what their profile adds, and the programs of this system.
       *[none] { $works } confines the shell commands of { $agents } to the workspace, what their profile adds, and the programs of this system, without network.
    }
check_half_confined =
    { $network ->
        [open] { $works } confines the shell commands of { $agents }. It leaves open that they see names, sizes and times of other files, and change modes, owners and times of your own.
       *[none] { $works } confines the shell commands of { $agents }, without network. It leaves open that they see names, sizes and times of other files, and change modes, owners and times of your own.
    }
check_network_open = The shell commands of these agents reach the whole network, and can send there whatever they can read: { $agents }.
check_network_open_fix = Close it: `zeroclaw config set { $setting } none`.
check_runs_unasked =
    { $confined ->
        [yes] Without asking you, these agents run every shell command, the riskiest too, with nothing but the sandbox round it: { $agents }.
       *[no] Without asking you, these agents run every shell command, the riskiest too, with your own rights, so that they can read, change or send all that you can: { $agents }.
    }
check_runs_unasked_fix = Be asked: `zeroclaw config set { $setting } supervised`.
check_sandbox_fails = No shell command of these agents runs here, since their sandbox { $sandbox } does not work ({ $problem }): { $agents }.
check_sandbox_fails_fix =
    { $remedy ->
        [install] Install bubblewrap, which the package manager of your system has.
        [install_or] Install bubblewrap, which the package manager of your system has, or take { $other }, which works here: `zeroclaw config set { $setting } { $other }`.
        [namespaces] Allow bwrap to make user namespaces: with a profile of AppArmor for it, or with kernel.apparmor_restrict_unprivileged_userns = 0.
        [namespaces_or] Allow bwrap to make user namespaces, with a profile of AppArmor for it, or take { $other }, which works here: `zeroclaw config set { $setting } { $other }`.
       *[other] Take { $other }, which works here: `zeroclaw config set { $setting } { $other }`.
    }
check_sandbox_ready = { $works } works here. No agent runs shell commands yet.
check_sandbox_unready = No sandbox works here ({ $problem }), so that no shell command of an agent would run.
check_sandbox_unready_fix =
    { $remedy ->
        [install] Install bubblewrap, which the package manager of your system has.
       *[namespaces] Allow bwrap to make user namespaces: with a profile of AppArmor for it, or with kernel.apparmor_restrict_unprivileged_userns = 0.
    }
check_shell_approved =
    { $confined ->
        [yes] Without asking you, these agents run shell commands that change things, all but the riskiest, within their sandbox: { $agents }.
       *[no] Without asking you, these agents run shell commands that change things, all but the riskiest, with your own rights, so that they can read, change or send all that you can: { $agents }.
    }
check_shell_approved_fix = Be asked: take shell out of auto_approve of { $profile }.
check_unconfined = NOTHING CONFINES the shell commands of { $agents }: { $profile } turns the sandbox off, so that they read, change and send all that you can.
check_unconfined_fix = Turn it on again: `zeroclaw config set { $setting } auto`.
check_weaker_sandbox =
    { $network ->
        [open] { $works } confines the shell commands of { $agents }, since bubblewrap does not work here. It leaves open that they see names, sizes and times of other files, and change modes, owners and times of your own.
       *[none] { $works } confines the shell commands of { $agents }, without network, since bubblewrap does not work here. It leaves open that they see names, sizes and times of other files, and change modes, owners and times of your own.
    }
check_weaker_sandbox_fix =
    { $remedy ->
        [install] Install bubblewrap, which the package manager of your system has.
       *[namespaces] Allow bwrap to make user namespaces: with a profile of AppArmor for it, or with kernel.apparmor_restrict_unprivileged_userns = 0.
    }
check_wide_root =
    { $access ->
        [write] These agents may read and write all in { $folder }, which holds your home folder: { $agents }.
       *[read] These agents may read all in { $folder }, which holds your home folder, with the keys and passwords in it: { $agents }.
    }
check_wide_root_fix = Put a smaller folder into { $setting }.
sandbox_too_slow = it did not run a command within { $seconds } seconds

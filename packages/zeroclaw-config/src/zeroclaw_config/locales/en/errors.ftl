# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_config = The configuration { $path } cannot be used.
error_config_agent_file = { $listing }
error_config_agent_not_chosen = { $path } has several agents. Choose one of { $aliases }, or call one main.
error_config_alias = { $place }`{ $key }` { $what }.
error_config_changed = { $path } was changed by another program since it was read. Read it again, then retry.
error_config_dangling_reference = { $place }{ $sentence }
error_config_document_not_from_file = What is to be saved was not read from { $path }, so it would replace what stands there. Open the file, edit what it holds, then save that.
error_config_edit_refused = { $place }{ $key } cannot be edited.
error_config_invalid = { $listing }
error_config_key_invalid = { $place }`{ $key }` { $what }.
error_config_key_not_found = { $place }{ $path } has no `{ $key }`; { $hint }
error_config_keyring_reference = { $path }: { $key } refers to the keyring of the system, but { $problem }.
error_config_layout = { $place }{ $path } is laid out in a way that this program cannot edit at `{ $key }` without touching the rest. Put the parts of each table next to each other, or edit it by hand.
error_config_locked = { $path } is being written by { $holder }, since more than { $seconds } seconds. Try again when it has ended.
error_config_login_reference = { $path }: { $key } refers to a login, but { $problem }.
error_config_missing = There is no configuration at { $path }. Create it with `zeroclaw quickstart`, or set ZEROCLAW_HOME to the folder that has a config.toml.
error_config_no_agents = { $path } has no agent. Add one as [agents.main], with its model_provider.
error_config_not_migrated = { $path } is not migrated yet: its schema_version is { $found }. Run `zeroclaw config migrate`, or bring it to the current form by hand, then set schema_version = 3.
error_config_not_text = { $path } is not UTF-8 text: line { $line } has a byte that is not. Save it as UTF-8.
error_config_not_written = { $path } was not written and is as it was: { $problem }.
error_config_operation = { $place }{ $key } { $what }.
error_config_patch_invalid = { $place }{ $key } { $what }.
error_config_secret_key = The key file { $path } cannot be used: { $problem }.
error_config_secret_not_accepted = This cannot be the secret { $key }: { $problem }.
error_config_secret_not_readable = { $key } { $clause }.
error_config_secret_reference = { $path }: { $key } refers to 1Password, but { $problem }.
error_config_syntax = { $path } is not TOML{ $place }: { $problem }.
error_config_too_large = { $path } is larger than { $limit } bytes. Check that it is the configuration.
error_config_too_new = { $path } needs a newer version of ZeroClaw: its schema_version is above { $newest }, the newest that this one reads. Upgrade ZeroClaw.
error_config_unknown_agent = { $path } has no agent `{ $alias }`; { $hint }
error_config_unreadable = Cannot read the configuration { $path }: { $problem }.
error_config_value_type = { $place }`{ $key }` { $what }.

# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

config = The configuration { $path } cannot be used.
config_agent_file = { $listing }
config_agent_not_chosen = { $path } has several agents. Choose one of { $aliases }, or call one main.
config_alias = { $place }`{ $key }` { $what }.
config_changed = { $path } was changed by another program since it was read. Read it again, then retry.
config_dangling_reference = { $place }{ $listing } { $verb } to `{ $key }`, which would be gone. Change { $them } first.
config_document_not_from_file = What is to be saved was not read from { $path }, so it would replace what stands there. Open the file, edit what it holds, then save that.
config_edit_refused = { $place }{ $key } cannot be edited.
config_invalid = { $listing }
config_key_invalid = { $place }`{ $key }` { $what }.
config_key_not_found = { $place }{ $path } has no `{ $key }`; { $hint }
config_keyring_reference = { $path }: { $key } refers to the keyring of the system, but { $problem }.
config_layout = { $place }{ $path } is laid out in a way that this program cannot edit at `{ $key }` without touching the rest. Put the parts of each table next to each other, or edit it by hand.
config_locked = { $path } is being written by { $holder }, since more than { $seconds } seconds. Try again when it has ended.
config_missing = There is no configuration at { $path }. Create it with `zeroclaw quickstart`, or set ZEROCLAW_HOME to the folder that has a config.toml.
config_no_agents = { $path } has no agent. Add one as [agents.main], with its model_provider.
config_not_migrated = { $path } is not migrated yet: its schema_version is { $found }. Run `zeroclaw config migrate`, or bring it to the current form by hand, then set schema_version = 3.
config_not_text = { $path } is not UTF-8 text: line { $line } has a byte that is not. Save it as UTF-8.
config_not_written = { $path } was not written and is as it was: { $problem }.
config_operation = { $place }{ $key } { $what }.
config_patch_invalid = { $place }{ $key } { $what }.
config_secret_key = The key file { $path } cannot be used: { $problem }.
config_secret_not_accepted = This cannot be the secret { $key }: { $problem }.
config_secret_not_readable = { $key } { $clause }.
config_secret_reference = { $path }: { $key } refers to 1Password, but { $problem }.
config_syntax = { $path } is not TOML{ $place }: { $problem }.
config_too_large = { $path } is larger than { $limit } bytes. Check that it is the configuration.
config_too_new = { $path } needs a newer version of ZeroClaw: its schema_version is above { $newest }, the newest that this one reads. Upgrade ZeroClaw.
config_unknown_agent = { $path } has no agent `{ $alias }`; { $hint }
config_unreadable = Cannot read the configuration { $path }: { $problem }.
config_value_type = { $place }`{ $key }` { $what }.

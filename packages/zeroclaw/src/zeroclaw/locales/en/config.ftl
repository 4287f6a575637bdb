# What `zeroclaw config` says.

config_alias_added = Added { $key } to { $path }.
config_alias_follows = {"  "}{ $key } follows, as it refers to it.
config_alias_remove = Remove { $key }, with all that is in it, from { $path }?
config_alias_rename = { $key } becomes { $new }.
config_alias_renamed = Renamed in { $path }.
config_from_variable = { $variable }
config_from_variable_over = { $variable }; the file has { $value }
config_migrate_nothing = { $path } has the current form already.
config_migrate_question = Write this to { $path }, and keep the old one as { $path }.bak?
config_migrated = { $path } has the current form now; the old one is { $path }.bak.
config_meant = did you mean `{ $key }`?
config_no_key = `zeroclaw config list` shows what there is.
config_no_value = it is not set, and has no default; `zeroclaw config list` shows what is.
config_not_there = There is no such file yet; `zeroclaw quickstart` writes one.
config_notice = Notice: { $notice }
config_overridden = { $variable } is set, which overrides { $key } as long as it is.
config_patched = Applied { $operations } to { $path }.
config_patched_nothing = { $path } says all that already; nothing was written.
config_set = { $key } = { $value }, instead of { $old }, in { $path }.
config_set_new = { $key } = { $value }, new in { $path }.
config_set_same = { $key } = { $value } already in { $path }.
config_unset = Removed { $key } from { $path }.
config_unset_table = Remove { $key }, with all that is in it, from { $path }?
config_valid = { $path } can be used: { $agents }, { $models }.

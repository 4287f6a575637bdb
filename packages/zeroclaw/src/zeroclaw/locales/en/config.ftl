# What `zeroclaw config` says.

config_agents =
    { $count ->
        [1] { $count } agent
       *[other] { $count } agents
    }
alias_folder_taken = it is there already, though the config has no agent { $agent }
config_alias_added = Added { $key } to { $path }.
config_alias_follows = {"  "}{ $key } follows, as it refers to it.
config_alias_moved = { $sessions ->
    [0] Its folder is moved.
    [1] Its folder is moved, with one session.
   *[other] Its folder is moved, with { $sessions } sessions.
 }
config_alias_remove = Remove { $key }, with all that is in it, from { $path }?
config_alias_rename = { $key } becomes { $new }.
config_alias_renamed = Renamed in { $path }.
config_alias_wanted = Give the table of the alias, such as agents, then its name
config_form_stays = `{ $key }` says which form the file has; only `zeroclaw config migrate` changes it
config_from_default = default
config_from_file = file
config_from_variable = { $variable }
config_from_variable_over = { $variable }; the file has { $value }
config_give_values = Give KEY VALUE, or KEY=VALUE, the latter once or several times
config_meant = did you mean `{ $key }`?
config_migrate_nothing = { $path } has the current form already.
config_migrate_question = Write this to { $path }, and keep the old one as { $path }.bak?
config_migrated = { $path } has the current form now; the old one is { $path }.bak.
config_models =
    { $count ->
        [1] { $count } model
       *[other] { $count } models
    }
config_no_key = `zeroclaw config list` shows what there is.
config_no_value = it is not set, and has no default; `zeroclaw config list` shows what is.
config_not_there = There is no such file yet; `zeroclaw quickstart` writes one.
config_notice = Notice: { $notice }
config_open_secret = `{ $key }` is a secret, which is taken from no argument and no patch; run `zeroclaw secrets set { $key }`, or name a variable, as '${"{"}NAME{"}"}'
config_overridden = { $variable } is set, which overrides { $key } as long as it is.
config_patch_not_text = The patch { $patch } is not UTF-8 text
config_patch_too_long = The patch { $patch } is larger than { $limit } bytes
config_patch_unread = Cannot read the patch { $patch }: { $problem }
config_patched =
    { $count ->
        [1] Applied { $count } operation to { $path }.
       *[other] Applied { $count } operations to { $path }.
    }
config_patched_nothing = { $path } says all that already; nothing was written.
config_refused = the system refuses
config_sealed_elsewhere = What is to stand at `{ $key }` is sealed, for another key or another value; run `zeroclaw secrets set { $key }`, or `zeroclaw config alias rename` for its alias
config_set = { $key } = { $value }, instead of { $old }, in { $path }.
config_set_new = { $key } = { $value }, new in { $path }.
config_set_same = { $key } = { $value } already in { $path }.
config_unasked = Nobody can be asked here; give --yes to do it
config_unset = Removed { $key } from { $path }.
config_unset_table = Remove { $key }, with all that is in it, from { $path }?
config_valid = { $path } can be used: { $agents }, { $models }.

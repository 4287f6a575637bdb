# What `zeroclaw secrets` says.

rotation_declined = The key was not replaced.
rotation_done =
    { $count ->
        [1] Sealed { $count } value anew; its key is in { $path }.
       *[other] Sealed { $count } values anew; their key is in { $path }.
    }
rotation_question = Replace the key in { $path }? What is sealed in earlier backups of the configuration cannot be read from then on.
rotation_unfinished = An earlier replacement of the key was interrupted; it is ended first.
secret_as_argument = A secret is not taken from the command line, where other users could see it; leave it out to be asked for it, or pipe it in
secret_cut_off = That may have been cut off by the terminal; pipe it in from a file
secret_differs = The two entries differ; nothing was written
secret_empty = Nothing was given; type the secret, or pipe it in
secret_is_keyring = reference into the keyring of the system
secret_is_none = it is no secret; to remove it anyway, run `zeroclaw config unset { $key }`
secret_is_plain = plain text: seal it with `zeroclaw secrets set { $key }`
secret_is_reference = reference into 1Password
secret_is_sealed = sealed
secret_is_variable = variable of the environment
secret_kept = Nothing was removed.
secret_key_is_open = this setting is shown to everybody; use `zeroclaw config set { $key }` for it
secret_not_text = What was given is no UTF-8 text; give it as UTF-8
secret_overridden = The variable { $variable } is set, and is used instead as long as it is.
secret_prompt = Secret:{" "}
secret_prompt_again = The same again:{" "}
secret_remove_question = Remove the secret { $key } from { $path }?
secret_removed = Removed { $key } from { $path }.
secret_set_keyring = Kept the reference at { $key } in { $path }.
secret_set_reference = Kept the reference at { $key } in { $path }.
secret_set_sealed = Sealed { $key } in { $path }.
secret_table_incomplete = Not complete yet: { $problem }
secret_too_long = What came on standard input is longer than 64 KiB, which is no secret
secret_unfit = what it points to cannot be this setting; check the field
secret_was_plain = What stood there in plain text is still in { $path }, or in an older backup; delete those.
secrets_none = { $path } has no secrets; `zeroclaw secrets set KEY` adds one.
secret_is_login = reference to a login
secret_set_login = Kept the reference at { $key } in { $path }.

# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_credentials_missing = { $provider } has no credentials to ask { $model } with: { $detail }.
error_local_model_failed = Cannot run { $model } on this machine: { $detail }.
error_login_failed = There is no token from { $login }: { $detail }.
error_login_refused = { $login } no longer takes its login: { $detail }. Log in anew with `zeroclaw auth login { $login }`.
error_models_file_unusable = Cannot read what is known about models in { $path }: { $problem }. Get it again with `zeroclaw models refresh`, or remove it.
error_models_file_unwritable = Cannot write what is known about models to { $path }: { $problem }.
error_models_unfetched = Cannot get a list of models from { $place }: { $problem }. What was known still holds.
error_program_unusable = Cannot run { $program } for { $model }: { $detail }.
error_provider_key_missing = { $provider } wants a key for { $model }: put api_key into its section, or set { $variable }.

# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_credentials_missing = { $provider } has no credentials to ask { $model } with: { $detail }.
error_local_model_failed = Cannot run { $model } on this machine: { $detail }.

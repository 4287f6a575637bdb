# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_database_too_new = { $path } was written by a later version of ZeroClaw (schema { $found }, this one knows { $known }). Update ZeroClaw, or restore a copy from before.
error_ledger_broken = The ledger { $path } was changed: { $problem }. See what `zeroclaw audit verify` says, then move that folder away to begin a new one.
error_ledger_unusable = Cannot write the ledger { $path }: { $problem }.
error_store_unusable = Cannot use { $path }: { $problem }.

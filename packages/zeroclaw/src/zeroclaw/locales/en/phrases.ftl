# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

entry_point_claimed = both { $first } and { $second } claim it; uninstall one

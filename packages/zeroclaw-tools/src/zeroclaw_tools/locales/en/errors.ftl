# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_invalid_expression = Cannot calculate this: { $problem }.
error_invalid_pattern = The pattern { $pattern } cannot be used: { $problem }.

# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

invalid_expression = Cannot calculate this: { $problem }.
invalid_pattern = The pattern { $pattern } cannot be used: { $problem }.

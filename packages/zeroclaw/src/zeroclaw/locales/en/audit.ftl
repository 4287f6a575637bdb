# What `zeroclaw audit` says.

audit_break_duplicated = record { $seq } is there more than once
audit_break_edited = record { $seq } was edited, or written by somebody else
audit_break_forged_seal = a seal after record { $seq } is forged or out of order
audit_break_missing = from record { $seq } on, records were removed
audit_break_no_seal = there is no valid seal at all
audit_break_reordered = record { $seq } is not in its place
audit_break_rewritten = at record { $seq }, it is not the ledger that was sealed or noted
audit_break_truncated = from record { $seq } on, the end was cut off
audit_broken =
    { $count ->
        [1] The ledger in { $path } is BROKEN; it has { $count } record:
       *[other] The ledger in { $path } is BROKEN; it has { $count } records:
    }
audit_by_rule = { $outcome } ({ $rule })
audit_count = found { $count }
audit_foreign =
    { $count ->
        [1] { $count } line was left out because its signature is wrong; run `zeroclaw audit verify`.
       *[other] { $count } lines were left out because their signatures are wrong; run `zeroclaw audit verify`.
    }
audit_head = Its head, to note in another place: { $head }
audit_head_wrong = { $text } is no head; give it as `zeroclaw audit verify` printed it
audit_more = and { $count } more; --json lists them all
audit_no_match = No record fits.
audit_none = There is no ledger in { $path } yet; it begins with the first call of a tool.
audit_outcome_cancelled = cancelled
audit_outcome_denied = denied
audit_outcome_error = failed
audit_outcome_success = done
audit_since_wrong = { $text } is no time; write it as 2026-11-30 or 2026-11-30T08:00
audit_unsealed =
    { $count ->
        [1] { $count } record at its end is not sealed yet; the next call of a tool seals it.
       *[other] { $count } records at its end are not sealed yet; the next call of a tool seals them.
    }
audit_whole =
    { $count ->
        [1] The ledger in { $path } is whole: { $count } record.
       *[other] The ledger in { $path } is whole: { $count } records.
    }

# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_budget_exceeded = The next request could cost ${ $needed }, but the budget { $scope } has ${ $left } of ${ $limit } left. Raise the limit or wait for the next period.
error_invalid_agent = The agent { $alias } cannot be built: { $problem }.
error_mailbox_full = Session { $session_id } already has { $limit } messages waiting. Send it again when some have been answered.
error_refused_by_hook = The hook { $hook } refused the request: { $reason }.
error_script_unparsable = The script cannot be judged, so it does not run: { $problem } in line { $line }. Write it more plainly.
error_sequence_unknown = Session { $session_id } ends at event { $last_seq }, so nothing can follow event { $after_seq }. Read it again from the beginning.
error_session_closed = Session { $session_id } is closed. Open it again to go on.
error_unpriced_model = The price of { $model } at { $provider } is unknown, so no budget can hold. Add its price, or let unpriced models warn instead of stop.

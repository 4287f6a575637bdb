# How a turn goes on.

history_trimmed = { $dropped_messages } old messages left the model's view; it still sees the last { $kept_turns } turns.
other_turn = An earlier message is answered first:
plan = Plan:
question_timed_out = Nobody answered in time.
question_unreachable = Nobody could be asked.
refused_denied = denied
refused_invalid = invalid
refused_limit = limit
refused_unanswered = unanswered
refused_unknown = unknown
result_cancelled = cancelled
result_denied = denied
result_error = error
rule = Rule: { $rule }
status_correcting = The model's calls were malformed; it is asked to correct them.
status_summarising = A limit is reached; the model is asked for a summary.
status_trimming = The conversation is too long for the model and is being trimmed.
steered = Your message joined the running turn.
unanswered_hint = To decide about { $tool }, run this in a terminal and answer there, or list the tool under auto_approve in the agent's risk profile.

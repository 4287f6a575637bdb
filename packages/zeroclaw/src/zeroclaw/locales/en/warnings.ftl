# What a turn warns of.

answer_cut_off = The answer was cut off: the model reached its output limit.
done_not_durable = The end of the turn could not be saved ({ $error_key }).
failed_over = { $provider } failed ({ $error_key }); the next model is asked.
model_retried = { $provider } failed ({ $error_key }); asked again in { $seconds } s.
hook_failed = The hook { $hook } failed: { $problem }
internal_error = A bug ended the turn: { $problem }
model_refused = The model refused to answer, or to go on.
observer_failed = The observer failed, so nothing is reported to it any more: { $problem }
recall_failed = Memories could not be recalled, so the turn goes on without: { $problem }
summary_failed = The closing summary failed ({ $error_key }).
tool_abandoned = { $tool } did not stop when told to; it may still be at work.
tool_crashed = The tool { $tool } crashed: { $problem }
tool_error = The tool { $tool } failed ({ $error_key }).
unpriced_model = { $provider } has no price for { $model }, so its cost is unknown.
approval_not_kept = The approval could not be kept for later ({ $error_key }): { $problem }
call_not_filed = The call of { $tool } is not in the ledger: { $problem }
call_stopped = The call of { $tool } was stopped by an operator ({ $rule }).
secret_redacted = Something that looks like a secret was taken out of the answer ({ $rule }).
approvals_unreadable = What was approved for good cannot be read ({ $error_key }): { $problem }

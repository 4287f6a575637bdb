# Questions of an agent to its user.

answer_late = The question was already closed; your answer changes nothing.
answer_not_allowed = Your answer is not allowed here; the question stays open.
ask_approve = y = run it
ask_deny = n = do not (n REASON tells the agent why)
ask_edit = e = change the arguments
ask_always = a = run it, from now on without a question whatever is this:
ask_always_call = a = run it, also whenever exactly this call comes again
ask_text = Type your answer, then Enter.
ask_text_or_number = Type your answer or the number of one, then Enter.
confirm_heading = The agent wants to run { $tool }:
confirm_heading_bare = The agent wants to run { $tool } without arguments.
edit_arguments = The new arguments, as one JSON object (an empty line gives up):
edit_refused = Those arguments were not taken. { $problem }
no_such_choice = Please answer with one of the letters above.
question_heading = The agent asks:
question_open = A question waits for an answer, and cannot be shown: { $problem }
confirm_preview = It would change this:
confirm_rule = Asked because of the rule { $rule }.

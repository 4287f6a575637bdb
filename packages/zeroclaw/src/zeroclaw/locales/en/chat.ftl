# The chat.

again_to_leave = Ctrl+C again leaves.
answering = answering
at_work = at work
cancelled = Cancelled.
card_arguments = arguments
card_cut = … { $characters } characters in all
card_result = result
chat_intro = { $agent } · { $provider } · { $model } · session { $session } · /help tells more
cost_unknown = cost unknown: the model has no price
edit_in_place = Change the arguments, then Enter. Alt+Enter adds a line, Esc gives up.
help_cost = what this session has used
help_help = this list
help_model = which models there are; /model NAME asks another one from now on
help_new = begin a new session
help_quit = leave; so does Ctrl+D on an empty line
help_stop = cancel the running turn; so does Ctrl+C
help_tools = what the agent can do, with whether it asks you first
history_is_no_file = it is no file
history_partly_written = only a part could be written
history_replaced = it is replaced again and again
how_to_change_model = /model NAME takes one of these, or another model of the same provider.
how_to_go_on = zeroclaw agent -c goes on here.
how_to_stop = Ctrl+C stops
key_cancel = Ctrl+C
key_cancel_does = cancel the running turn, or clear the line; twice leaves
key_fold = Ctrl+O
key_fold_does = show tool calls whole, or fold them again
key_leave = Ctrl+D
key_leave_does = leave
key_new_line = Alt+Enter
key_new_line_does = another line, as does \ before Enter; a paste keeps its lines
key_search = Ctrl+R
key_search_does = search in what you entered before; the arrows walk through it
key_send = Enter
key_send_does = send; while a turn runs, what you send is answered next
no_such_model = There is no model { $name }; there are { $known }
no_tools = This agent has no tools.
nothing_runs = No turn is running.
paste_kilobytes = {"["}{ $count } kB pasted]
paste_lines = {"["}{ $count } lines pasted]
paste_too_long = The paste of { $size } bytes was dropped: at most { $limit } fit into a message.
queued = queued:
requests =
    { $count ->
        [1] { $count } model request
       *[other] { $count } model requests
    }
said_more =
    { $lines ->
        [1] … { $lines } more line
       *[other] … { $lines } more lines
    }
search_label = search “{ $fragment }”:{" "}
session_closed = The session closed: what came last may not be saved. Start again with -c.
status_waiting_for_model = waiting for the model
stop_first = A turn is running; /stop ends it first.
thinking = thinking
tokens = { $read } + { $written } tokens
unknown_command = There is no command { $word }; did you mean { $meant }? Begin with a space to say it as it is.
verdict_ask = asks first
verdict_deny = never runs
verdict_run = runs by itself
waiting_for_you = waiting for your answer

# What any command may say when it fails.

entry_point_missing = no installed distribution has it
flag_not_text = What { $flag } says is not UTF-8; give it as UTF-8 text
flag_problem = { $flag } { $problem }
home_not_text = its name is not UTF-8
home_unknown = nobody's home is known
internal_failure = Internal error: { $kind }: { $problem }. Run it again with --debug and report what it shows.
stream_error = standard error
stream_input = standard input
stream_number = file descriptor { $number }
stream_output = standard output
terminal_is_none = it is no terminal

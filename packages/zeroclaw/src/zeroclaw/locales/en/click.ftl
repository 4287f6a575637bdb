# What the library that reads the command line says, where it is said in another language.

click_bad_value = Invalid value for { $name }: { $problem }
click_commands = Commands:
click_error = Error: { $problem }
click_extra = Got unexpected extra arguments ({ $values })
click_help = Show this message and exit.
click_missing_argument = Missing argument '{ $name }'. { $rest }
click_missing_command = Missing command.
click_missing_option = Missing option '{ $name }'. { $rest }
click_needs_value = Option '{ $name }' requires an argument.
click_no_command = No such command '{ $name }'.
click_no_command_but = No such command '{ $name }'. Did you mean { $meant }?
click_no_option = No such option '{ $name }'.
click_no_option_but = No such option '{ $name }'. Did you mean { $meant }?
click_not_one_of = Invalid value for { $name }: '{ $value }' is not one of { $choices }.
click_options = Options:
click_takes_no_value = Option '{ $name }' does not take a value.
click_try = Try '{ $command }' for help.
click_usage = Usage:
click_version = Show the version and exit.

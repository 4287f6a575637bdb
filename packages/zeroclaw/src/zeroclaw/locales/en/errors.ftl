# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_bundled_model_unfetched = Cannot fetch the bundled model: { $problem }.
error_entry_point_broken = Cannot load { $name } of { $group }: { $problem }. Install the complete set of one version again.
error_estop_not_engaged = NOTHING WAS STOPPED: { $path } cannot be written: { $problem }. End the processes of zeroclaw by hand.
error_estop_not_resumed = Everything stays stopped as it was: { $path } cannot be written: { $problem }.
error_hint_unanswered = { $path }: nothing answers hint:{ $hint }: { $problem }. Name a model for it: [model_routes.{ $hint }] with model_provider.
error_history_unusable = Cannot keep what you write in { $path }: { $problem }. It is there until you leave; make the file writable to keep it.
error_home_unusable = Cannot use { $path }: { $problem }. Make it writable, or set ZEROCLAW_HOME to another folder.
error_login_missing = There is no login { $login }. Log in with `zeroclaw auth login { $login }`.
error_login_not_brought = No login can be taken from { $path }: { $problem }.
error_login_not_readable = The login { $login } in { $path } does not open with the key file beside it. Restore that file, or log in anew with `zeroclaw auth login { $login }`.
error_logins_locked = The logins in { $path } are in use by another process, since more than { $seconds } seconds. Try again when it has ended.
error_logins_unusable = The logins in { $path } cannot be used: { $problem }.
error_nothing_known = Nothing is known about { $name }. { $hint }
error_otp_not_enrolled = No authenticator app is enrolled. Enrol one with `zeroclaw otp enroll`.
error_otp_not_readable = The enrolment in { $path } does not open with the key file beside it. Restore that file; if it is lost, remove { $path } and enrol again with `zeroclaw otp enroll`.
error_otp_refused = The code was not accepted: { $problem }.
error_otp_unusable = The enrolment in { $path } cannot be used: { $problem }.
error_output = Cannot write to { $output }.
error_output_closed = Cannot write to { $output }: nobody reads it any more.
error_output_failed = Cannot write to { $output }: { $problem }. Make room there, or write elsewhere.
error_quickstart_model_untried = Nothing was written, since the model did not answer. { $reason } { $advice }
error_quickstart_nothing_found = No model was found: no key is in the environment, no model server answers on this machine, and the bundled model is not installed. Do one of these, then run `zeroclaw quickstart` again: set one of { $variables }; start a server such as Ollama or llama.cpp with a model; run `zeroclaw models fetch-bundled`; or give --uri URL --model NAME.
error_stdin_refused = Cannot attach standard input: { $problem }.
error_terminal_unavailable = Cannot ask on { $path }: { $problem }. Run this in a terminal.
error_turn_unfinished = The session closed before it answered message { $message_id }.
error_wrong_usage = { $problem }.

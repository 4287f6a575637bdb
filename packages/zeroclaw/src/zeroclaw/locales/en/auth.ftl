# What `zeroclaw auth` says.

auth_brought_warning = From now on Codex has to log in again itself, once this login has been renewed: its token works only once.
auth_confirm = Open { $url } in a browser, and enter the code { $code }.
auth_confirm_at_once = Or open this, which has the code in it: { $url }
auth_logged_in = Logged in to { $name }; the login is kept in { $path }.
auth_logged_out = Forgot the login { $name } in { $path }.
auth_next = To use it, set the api_key of a model to "login://{ $name }".
auth_next_copilot = Models of [providers.models.copilot] use it by themselves.
auth_no_origin = --host needs an address such as https://github.example.com, with nothing behind the host
auth_none = There is no login; `zeroclaw auth login NAME` adds one.
auth_not_brought = --import is for the login { $name } alone, without --host
auth_only_brought = { $name } can only be taken over: log in with its own program, then run `zeroclaw auth login { $name } --import -`
auth_state_good = logged in
auth_state_over = ended at { $end }: log in anew with `zeroclaw auth login { $name }`
auth_state_renewed = logged in; its token lasts until { $end }, then it is renewed
auth_state_unreadable = does not open with the key file: log in anew with `zeroclaw auth login { $name }`
auth_unknown = There is no service { $name }; choose one of { $names }
auth_waiting = Waiting for you to confirm it, for at most { $minutes } minutes; Ctrl+C leaves.
logins_key_missing = the key file beside it is missing; restore it, or remove the logins to begin anew
logins_link = it is a link, which is never followed; put the file itself there
logins_malformed = it is not in the form that this version writes; restore it, or remove it to begin anew
logins_no_file = it is no regular file; move it away
login_slow = it did not answer within { $seconds } seconds; try again later

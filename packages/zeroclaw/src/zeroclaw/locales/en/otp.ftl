# What `zeroclaw otp` says.

otp_accepted = The code is right; it is used up now.
otp_changed = another process has enrolled an app meanwhile; start again
otp_disabled = The app is forgotten; no codes are asked for any more.
otp_enrolled = Enrolled; the secret is kept sealed in { $path }.
otp_first_prompt = First code of the app:
otp_first_wrong = nothing is enrolled; check that the clocks of both devices are right, and start again
otp_locked = too many were wrong, so none counts until { $until }
otp_malformed = it is no file of an enrolment; remove it, and enrol again with `zeroclaw otp enroll`
otp_no_code = A code has six digits; type it as the app shows it, or pipe it in as one line
otp_prompt = Code of your authenticator app:
otp_replayed = it was used already; wait for the next one
otp_scan = Scan the code with an authenticator app, or enter the secret { $secret } there by hand: { $uri }
otp_status_enrolled = An authenticator app is enrolled.
otp_status_failures =
    { $count ->
        [1] { $count } code was wrong since the last right one or lockout.
       *[other] { $count } codes were wrong since the last right one or lockout.
    }
otp_status_locked = Too many codes were wrong: none counts until { $until }.
otp_status_none = No authenticator app is enrolled; `zeroclaw otp enroll` does it.
otp_wrong = it is wrong or too old; type the one that the app shows now
private_file_irregular = it is no regular file; move it away
private_file_link = it is a link, which is never followed; put the file itself there
private_file_locked = another process is using it; try again when that has ended

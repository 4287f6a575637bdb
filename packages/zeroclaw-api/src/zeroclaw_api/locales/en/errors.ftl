# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

bad_stream = { $provider } sent a broken answer from { $model }: { $detail }. Try again, or check its address.
commit_uncertain = It is unknown whether session { $session_id } was written: { $problem }. Open it again.
context_overflow = The conversation is too long for { $model } at { $provider }: { $detail }. Begin a new one.
error = Something failed.
invalid_json = Not acceptable JSON: { $problem }.
path_outside = { $path } leads out of the workspace { $root }.
path_unusable = { $path } cannot be used: { $problem }.
process = A child process could not be used.
process_pipe_closed = The process { $pid } no longer reads its input.
process_start_failed = Cannot start { $program } in { $cwd }: { $problem }.
provider = The model { $model } at { $provider } failed: { $detail }.
provider_auth = { $provider } refused the key for { $model }: { $detail }. Check the key in your config.
provider_overloaded = { $provider } could not serve { $model }: { $detail }. Try again later.
provider_rate_limited = { $provider } limits requests to { $model }: { $detail }. Try again later.
provider_rejected = { $provider } rejected the request to { $model }: { $detail }. Check the model's settings.
provider_timed_out = { $provider } went silent while answering with { $model }: { $detail }. Try again.
provider_unreachable = Cannot reach { $provider } for { $model }: { $detail }. Check its address and the network.
reaper_lost = Lost the command { $program }: { $problem }.
reaper_unavailable = The reaper { $reaper } does not work here: { $problem }.
sandbox_unavailable = The sandbox { $sandbox } cannot confine this command: { $problem }.
session_busy = Session { $session_id } is in use: { $problem }. Wait for it, or end it there.
store = The store failed on session { $session_id }: { $problem }.
store_conflict = The store refused to write session { $session_id }: { $problem }.
tool_failed = { $problem }
wire_form = The wire form of { $what } does not fit: { $problem }.
workspace = { $path } cannot be used.

# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_bad_stream = { $provider } sent a broken answer from { $model }: { $detail }. Try again, or check its address.
error_commit_uncertain = It is unknown whether session { $session_id } was written: { $problem }. Open it again.
error_context_overflow = The conversation is too long for { $model } at { $provider }: { $detail }. Begin a new one.
error_error = Something failed.
error_invalid_json = Not acceptable JSON: { $problem }.
error_path_outside = { $path } leads out of the workspace { $root }.
error_path_unusable = { $path } cannot be used: { $problem }.
error_process = A child process could not be used.
error_process_pipe_closed = The process { $pid } no longer reads its input.
error_process_start_failed = Cannot start { $program } in { $cwd }: { $problem }.
error_provider = The model { $model } at { $provider } failed: { $detail }.
error_provider_auth = { $provider } refused the key for { $model }: { $detail }. Check the key in your config.
error_provider_overloaded = { $provider } could not serve { $model }: { $detail }. Try again later.
error_provider_rate_limited = { $provider } limits requests to { $model }: { $detail }. Try again later.
error_provider_rejected = { $provider } rejected the request to { $model }: { $detail }. Check the model's settings.
error_provider_timed_out = { $provider } went silent while answering with { $model }: { $detail }. Try again.
error_provider_unreachable = Cannot reach { $provider } for { $model }: { $detail }. Check its address and the network.
error_reaper_lost = Lost the command { $program }: { $problem }.
error_reaper_unavailable = The reaper { $reaper } does not work here: { $problem }.
error_sandbox_unavailable = The sandbox { $sandbox } cannot confine this command: { $problem }.
error_session_busy = Session { $session_id } is in use: { $problem }. Wait for it, or end it there.
error_store = The store failed on session { $session_id }: { $problem }.
error_store_conflict = The store refused to write session { $session_id }: { $problem }.
error_tool_failed = { $problem }
error_wire_form = The wire form of { $what } does not fit: { $problem }.
error_workspace = { $path } cannot be used.

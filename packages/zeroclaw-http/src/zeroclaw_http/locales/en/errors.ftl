# Written by scripts/catalogues.py from the code, which says this in English; do not edit.

error_address_refused = Requests to { $origin } are refused: { $problem }.
error_http = The request to { $origin } failed: { $problem }.
error_http_body_too_large = The answer of { $origin } is longer than { $limit } bytes: { $problem }.
error_http_connection_lost = The connection to { $origin } broke: { $problem }. Try again.
error_http_event_too_large = An event of the stream is longer than { $limit } bytes.
error_http_host_patterns = Not a host, nor *.domain: { $entries }. Give names without scheme, port or path.
error_http_invalid_request = The request to { $origin } cannot be sent: { $problem }.
error_http_line_too_long = A line of the stream is longer than { $limit } bytes.
error_http_misused = The connection to { $origin } is used wrongly: { $problem }.
error_http_protocol = { $origin } does not answer in proper HTTP: { $problem }. Check that it is a web server.
error_http_stream = A piece of the stream is longer than { $limit } bytes.
error_http_timed_out = { $origin } took too long: { $problem }. Try again, or allow more time.
error_http_trust_file = Cannot trust the certificates in { $path }: { $problem }. It has to be a PEM file.
error_http_unreachable = Cannot reach { $origin }: { $problem }. Check the address, the network, the server.
error_tls_refused = No secure connection to { $origin }: { $problem }. Check its certificate or the scheme.

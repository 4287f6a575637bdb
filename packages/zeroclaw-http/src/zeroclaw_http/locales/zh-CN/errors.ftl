# HTTP 请求各项错误的说法。

error_address_refused = 不允许向 { $origin } 发送请求：{ $problem }。
error_http = 对 { $origin } 的请求失败：{ $problem }。
error_http_body_too_large = { $origin } 的响应超过 { $limit } 字节：{ $problem }。
error_http_connection_lost = 与 { $origin } 的连接中断：{ $problem }。请重试。
error_http_event_too_large = 流中有一个事件超过 { $limit } 字节。
error_http_host_patterns = 既不是主机名，也不是 *.domain 形式：{ $entries }。请只写名称，不带协议、端口或路径。
error_http_invalid_request = 无法发送对 { $origin } 的请求：{ $problem }。
error_http_line_too_long = 流中有一行超过 { $limit } 字节。
error_http_misused = 与 { $origin } 的连接使用有误：{ $problem }。
error_http_protocol = { $origin } 的响应不符合 HTTP 规范：{ $problem }。请检查它是否是 Web 服务器。
error_http_stream = 流中有一段超过 { $limit } 字节。
error_http_timed_out = { $origin } 耗时过长：{ $problem }。请重试，或延长时限。
error_http_trust_file = 无法信任 { $path } 中的证书：{ $problem }。它必须是 PEM 文件。
error_http_unreachable = 无法连接 { $origin }：{ $problem }。请检查地址、网络和服务器。
error_tls_refused = 无法与 { $origin } 建立安全连接：{ $problem }。请检查其证书或协议。

# 各项错误的说法。

error_bad_stream = { $provider } 发来的 { $model } 回答已损坏：{ $detail }。请重试，或检查其地址。
error_commit_uncertain = 无法确定会话 { $session_id } 是否已写入：{ $problem }。请重新打开它。
error_context_overflow = 对话对 { $provider } 的 { $model } 来说太长：{ $detail }。请开始新的对话。
error_error = 操作失败。
error_invalid_json = 无法接受的 JSON：{ $problem }。
error_path_outside = { $path } 超出了工作区 { $root }。
error_path_unusable = 无法使用 { $path }：{ $problem }。
error_process = 无法使用子进程。
error_process_pipe_closed = 进程 { $pid } 已不再读取输入。
error_process_start_failed = 无法在 { $cwd } 中启动 { $program }：{ $problem }。
error_provider = { $provider } 的模型 { $model } 出错：{ $detail }。
error_provider_auth = { $provider } 拒绝了用于 { $model } 的密钥：{ $detail }。请检查配置中的密钥。
error_provider_overloaded = { $provider } 暂时无法提供 { $model }：{ $detail }。请稍后重试。
error_provider_rate_limited = { $provider } 限制了对 { $model } 的请求：{ $detail }。请稍后重试。
error_provider_rejected = { $provider } 拒绝了对 { $model } 的请求：{ $detail }。请检查该模型的设置。
error_provider_timed_out = { $provider } 在用 { $model } 回答时中途没有了响应：{ $detail }。请重试。
error_provider_unreachable = 无法连接 { $provider } 以使用 { $model }：{ $detail }。请检查其地址和网络。
error_reaper_lost = 与命令 { $program } 失去联系：{ $problem }。
error_reaper_unavailable = 进程回收器 { $reaper } 在这里无法工作：{ $problem }。
error_sandbox_unavailable = 沙箱 { $sandbox } 无法限制此命令：{ $problem }。
error_session_busy = 会话 { $session_id } 正在使用中：{ $problem }。请等待它结束，或在那边结束它。
error_store = 会话 { $session_id } 的存储出错：{ $problem }。
error_store_conflict = 存储拒绝写入会话 { $session_id }：{ $problem }。
error_tool_failed = { $problem }
error_wire_form = { $what } 的传输格式不符：{ $problem }。
error_workspace = 无法使用 { $path }。

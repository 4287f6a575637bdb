# 命令各项错误的说法。

error_bundled_model_unfetched = 无法获取内置模型：{ $problem }。
error_entry_point_broken = 无法加载 { $group } 的 { $name }：{ $problem }。请重新安装同一版本的全套组件。
error_history_unusable = 无法将你输入的内容保存到 { $path }：{ $problem }。这些内容只保留到你离开为止；若要保存，请使该文件可写。
error_hint_unanswered = { $path }：没有模型对应 hint:{ $hint }：{ $problem }。请为它指定模型：在 [model_routes.{ $hint }] 中设置 model_provider。
error_home_unusable = 无法使用 { $path }：{ $problem }。请使它可写，或将 ZEROCLAW_HOME 设为其他文件夹。
error_output = 无法写入 { $output }。
error_output_closed = 无法写入 { $output }：已没有程序读取它。
error_output_failed = 无法写入 { $output }：{ $problem }。请在那里腾出空间，或写到别处。
error_nothing_known = 对 { $name } 一无所知。{ $hint }
error_quickstart_model_untried = 由于模型没有应答，未写入任何内容。{ $reason } { $advice }
error_quickstart_nothing_found = 没有找到模型：环境变量中没有密钥，本机没有模型服务器应答，也没有安装内置模型。请先做以下任意一项，再运行 `zeroclaw quickstart`：设置 { $variables } 之一；启动带有模型的服务器，例如 Ollama 或 llama.cpp；运行 `zeroclaw models fetch-bundled`；或给出 --uri URL --model NAME。
error_stdin_refused = 无法附加标准输入：{ $problem }。
error_terminal_unavailable = 无法在 { $path } 上提问：{ $problem }。请在终端中运行。
error_turn_unfinished = 会话在回答消息 { $message_id } 之前关闭了。
error_wrong_usage = { $problem }。
error_login_missing = 没有登录 { $login }。请运行 `zeroclaw auth login { $login }` 登录。
error_login_not_brought = 无法从 { $path } 接管登录：{ $problem }。
error_login_not_readable = 无法用旁边的密钥文件打开 { $path } 中的登录 { $login }。请恢复该文件，或运行 `zeroclaw auth login { $login }` 重新登录。
error_logins_locked = { $path } 中的登录正被另一个进程使用，已超过 { $seconds } 秒。请在它结束后重试。
error_logins_unusable = 无法使用 { $path } 中的登录：{ $problem }。
error_estop_not_engaged = 未停止任何内容：无法写入 { $path }：{ $problem }。请手动结束 zeroclaw 的进程。
error_estop_not_resumed = 一切仍保持原来的停止状态：无法写入 { $path }：{ $problem }。
error_otp_not_enrolled = 未登记身份验证器应用。请用 `zeroclaw otp enroll` 登记。
error_otp_not_readable = { $path } 中的登记无法用旁边的密钥文件打开。请恢复该文件；如果已丢失，请删除 { $path }，并用 `zeroclaw otp enroll` 重新登记。
error_otp_refused = 验证码未被接受：{ $problem }。
error_otp_unusable = 无法使用 { $path } 中的登记：{ $problem }。

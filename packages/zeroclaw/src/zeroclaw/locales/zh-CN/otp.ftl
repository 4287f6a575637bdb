# `zeroclaw otp` 所说的话。

otp_accepted = 验证码正确；它现已失效。
otp_changed = 其间另一个进程已登记了应用；请重新开始
otp_disabled = 已忘记该应用；不再要求验证码。
otp_enrolled = 已登记；密钥已加密保存在 { $path } 中。
otp_first_prompt = 应用显示的第一个验证码：
otp_first_wrong = 未登记任何内容；请检查两台设备的时钟是否准确，然后重新开始
otp_locked = 错误次数过多，在 { $until } 之前任何验证码都无效
otp_malformed = 它不是登记文件；请删除它，并用 `zeroclaw otp enroll` 重新登记
otp_no_code = 验证码为六位数字；请按应用显示的内容输入，或作为一行通过管道传入
otp_prompt = 身份验证器应用的验证码：
otp_replayed = 它已被使用过；请等待下一个
otp_scan = 请用身份验证器应用扫描二维码，或在其中手动输入密钥 { $secret }：{ $uri }
otp_status_enrolled = 已登记身份验证器应用。
otp_status_failures = 自上次正确或锁定以来，有 { $count } 个验证码错误。
otp_status_locked = 错误的验证码过多：在 { $until } 之前任何验证码都无效。
otp_status_none = 未登记身份验证器应用；运行 `zeroclaw otp enroll` 可登记。
otp_wrong = 它有误或已过期；请输入应用当前显示的验证码
private_file_irregular = 它不是普通文件；请将其移走
private_file_link = 它是一个链接，从不跟随链接；请将文件本身放在那里
private_file_locked = 另一个进程正在使用它；请在其结束后重试

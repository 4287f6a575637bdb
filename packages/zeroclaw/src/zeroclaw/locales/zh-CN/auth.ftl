# `zeroclaw auth` 所说的话。

auth_brought_warning = 此登录续期后，Codex 自己需要重新登录：它的令牌只能使用一次。
auth_confirm = 请在浏览器中打开 { $url }，并输入代码 { $code }。
auth_confirm_at_once = 或打开这个已包含代码的地址：{ $url }
auth_logged_in = 已登录 { $name }；登录信息保存在 { $path } 中。
auth_logged_out = 已从 { $path } 中删除登录 { $name }。
auth_next = 要使用它，请将模型的 api_key 设为 "login://{ $name }"。
auth_next_copilot = [providers.models.copilot] 的模型会自动使用它。
auth_no_origin = --host 需要形如 https://github.example.com 的地址，主机之后不能有其他内容
auth_none = 没有任何登录；运行 `zeroclaw auth login NAME` 可添加。
auth_not_brought = --import 仅用于登录 { $name }，且不能与 --host 同用
auth_only_brought = { $name } 的登录只能接管：请先用它自己的程序登录，再运行 `zeroclaw auth login { $name } --import -`
auth_state_good = 已登录
auth_state_over = 已于 { $end } 失效：请运行 `zeroclaw auth login { $name }` 重新登录
auth_state_renewed = 已登录；令牌有效至 { $end }，到期会续期
auth_state_unreadable = 无法用密钥文件打开：请运行 `zeroclaw auth login { $name }` 重新登录
auth_unknown = 没有名为 { $name } 的服务；请从 { $names } 中选择
auth_waiting = 正在等待确认，最多 { $minutes } 分钟；按 Ctrl+C 离开。
logins_key_missing = 旁边的密钥文件缺失；请恢复它，或删除这些登录以重新开始
logins_link = 它是一个链接，程序从不跟随链接；请把文件本身放在那里
logins_malformed = 它不是此版本写入的格式；请恢复它，或删除它以重新开始
logins_no_file = 它不是普通文件；请将它移走
login_slow = 它在 { $seconds } 秒内没有回答；请稍后重试

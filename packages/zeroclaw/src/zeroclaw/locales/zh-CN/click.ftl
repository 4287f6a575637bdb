# 读取命令行的库所说的话。

click_bad_value = { $name } 的值无效：{ $problem }
click_commands = 命令：
click_error = 错误：{ $problem }
click_extra = 有多余的参数（{ $values }）
click_help = 显示此帮助并退出。
click_missing_argument = 缺少参数 '{ $name }'。{ $rest }
click_missing_command = 缺少命令。
click_missing_option = 缺少选项 '{ $name }'。{ $rest }
click_needs_value = 选项 '{ $name }' 需要一个值。
click_no_command = 没有命令 '{ $name }'。
click_no_command_but = 没有命令 '{ $name }'。你是指 { $meant } 吗？
click_no_option = 没有选项 '{ $name }'。
click_no_option_but = 没有选项 '{ $name }'。你是指 { $meant } 吗？
click_not_one_of = { $name } 的值无效：'{ $value }' 不是 { $choices } 之一。
click_options = 选项：
click_takes_no_value = 选项 '{ $name }' 不接受值。
click_try = 运行 '{ $command }' 查看帮助。
click_usage = 用法：
click_version = 显示版本并退出。

# 任何命令失败时都可能说的话。

entry_point_missing = 已安装的组件中都没有它
flag_not_text = { $flag } 的内容不是 UTF-8；请以 UTF-8 文本给出
flag_problem = { $flag } { $problem }
home_not_text = 它的名称不是 UTF-8
home_unknown = 不知道用户的主目录在哪里
internal_failure = 内部错误：{ $kind }：{ $problem }。请加上 --debug 再运行一次，并报告它显示的内容。
stream_error = 标准错误
stream_input = 标准输入
stream_number = 文件描述符 { $number }
stream_output = 标准输出
terminal_is_none = 它不是终端

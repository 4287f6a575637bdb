# `zeroclaw estop` 所说的话。

estop_domains = 已停止：对 { $domains } 的调用
estop_kill_all = 已停止：所有工具的所有调用。运行 `zeroclaw estop resume` 可撤销。
estop_network = 已停止：可能访问网络的调用
estop_no_domain = { $pattern } 不是域名；请给出如 example.com 的域名，前后不带任何其他内容
estop_no_tool = { $name } 不可能是工具的名称
estop_none = 没有停止任何内容。
estop_tools = 已停止：对 { $tools } 的调用
estop_unreadable = 已停止：所有工具的所有调用，因为状态无法读取（{ $problem }）。运行 `zeroclaw estop resume` 可重新开始。

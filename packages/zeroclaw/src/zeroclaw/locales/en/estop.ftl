# What `zeroclaw estop` says.

estop_domains = Stopped: calls to { $domains }
estop_kill_all = Stopped: every call of every tool. `zeroclaw estop resume` takes it back.
estop_network = Stopped: calls that may reach the network
estop_no_domain = { $pattern } is no domain; name one such as example.com, without anything before or after it
estop_no_tool = { $name } cannot be the name of a tool
estop_none = Nothing is stopped.
estop_tools = Stopped: calls of { $tools }
estop_unreadable = Stopped: every call of every tool, since the state cannot be read ({ $problem }). `zeroclaw estop resume` starts it anew.

# `zeroclaw policy` 的输出。

policy_allow = 将会运行。
policy_ask = 将会询问用户。
policy_deny = 不会运行。
policy_risk = 风险：{ $risk }。规则：{ $rule }。
policy_risk_low = 低
policy_risk_medium = 中
policy_risk_high = 高
policy_commands = 其中的命令：

# What `zeroclaw policy` says.

policy_allow = It would run.
policy_ask = A person would be asked.
policy_deny = It would not run.
policy_risk = Risk: { $risk }. Rule: { $rule }.
policy_risk_low = low
policy_risk_medium = medium
policy_risk_high = high
policy_commands = Commands in it:

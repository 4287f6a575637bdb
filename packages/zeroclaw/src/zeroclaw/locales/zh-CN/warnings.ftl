# 轮次中的警告。

answer_cut_off = 回答被截断：模型已达到输出上限。
done_not_durable = 轮次的结尾无法保存（{ $error_key }）。
failed_over = { $provider } 失败（{ $error_key }）；改为请求下一个模型。
model_retried = { $provider } 失败（{ $error_key }）；{ $seconds } 秒后再次请求。
hook_failed = 钩子 { $hook } 失败：{ $problem }
internal_error = 程序缺陷导致轮次结束：{ $problem }
model_refused = 模型拒绝回答，或拒绝继续。
observer_failed = 观察器失败，此后不再向它报告任何事件：{ $problem }
recall_failed = 无法调取记忆，轮次将在没有记忆的情况下继续：{ $problem }
summary_failed = 收尾总结失败（{ $error_key }）。
tool_abandoned = { $tool } 收到停止要求后没有停止；它可能仍在运行。
tool_crashed = 工具 { $tool } 崩溃：{ $problem }
tool_error = 工具 { $tool } 失败（{ $error_key }）。
unpriced_model = { $provider } 没有 { $model } 的价格，因此费用未知。
approval_not_kept = 无法保存此次批准供以后使用（{ $error_key }）：{ $problem }
call_not_filed = 对 { $tool } 的调用未能记入账本：{ $problem }
call_stopped = 对 { $tool } 的调用已被操作员停止（{ $rule }）。
secret_redacted = 已从回答中移除看似机密的内容（{ $rule }）。
approvals_unreadable = 无法读取长期批准的内容（{ $error_key }）：{ $problem }

# 轮次的进展。

history_trimmed = { $dropped_messages } 条旧消息已不在模型的视野内；它仍能看到最近 { $kept_turns } 个轮次。
other_turn = 先回答较早的一条消息：
plan = 计划：
question_timed_out = 无人及时回答。
question_unreachable = 找不到可以询问的人。
refused_denied = 已拒绝
refused_invalid = 无效
refused_limit = 达到限制
refused_unanswered = 无人回答
refused_unknown = 未知
result_cancelled = 已取消
result_denied = 已拒绝
result_error = 错误
rule = 规则：{ $rule }
status_correcting = 模型的调用格式有误；正在要求它更正。
status_summarising = 已达到一项限制；正在请模型作总结。
status_trimming = 对话对模型来说过长，正在裁剪。
steered = 你的消息已加入正在运行的轮次。
unanswered_hint = 要自行决定是否运行 { $tool }，请在终端中运行并在那里回答，或在智能体的风险档案中把该工具列入 auto_approve。

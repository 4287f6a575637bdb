# 会话与智能体各项错误的说法。

error_budget_exceeded = 下一个请求可能花费 ${ $needed }，但预算 { $scope } 的 ${ $limit } 中只剩 ${ $left }。请提高限额，或等到下一周期。
error_invalid_agent = 无法构建智能体 { $alias }：{ $problem }。
error_mailbox_full = 会话 { $session_id } 已有 { $limit } 条消息在等待。请等其中一些得到回答后再发送。
error_refused_by_hook = 钩子 { $hook } 拒绝了请求：{ $reason }。
error_sequence_unknown = 会话 { $session_id } 止于事件 { $last_seq }，因此事件 { $after_seq } 之后不会有内容。请从头重新读取。
error_session_closed = 会话 { $session_id } 已关闭。请重新打开它再继续。
error_unpriced_model = { $provider } 的 { $model } 价格未知，因此任何预算都无法保证。请添加其价格，或让未定价的模型只警告而不停止。
error_script_unparsable = 无法判断该脚本的作用，因此不予运行：第 { $line } 行，{ $problem }。请用更简单的写法。

# 智能体向用户提出的问题。

answer_late = 问题已经关闭；你的回答不会改变任何结果。
answer_not_allowed = 此处不允许这样回答；问题仍在等待回答。
ask_approve = y = 运行
ask_deny = n = 不运行（输入“n 原因”可告诉智能体原因）
ask_edit = e = 更改参数
ask_always = a = 运行，今后凡属以下情况不再询问：
ask_always_call = a = 运行，今后完全相同的调用也直接运行
ask_text = 输入你的回答，然后按 Enter。
ask_text_or_number = 输入你的回答或上面某一项的编号，然后按 Enter。
confirm_heading = 智能体要运行 { $tool }：
confirm_heading_bare = 智能体要运行 { $tool }，不带参数。
edit_arguments = 新的参数，写成一个 JSON 对象（输入空行则放弃）：
edit_refused = 未接受这些参数。{ $problem }
no_such_choice = 请用上面的某个字母回答。
question_heading = 智能体询问：
question_open = 有一个问题在等待回答，但无法显示：{ $problem }
confirm_preview = 将会作出以下更改：
confirm_rule = 因规则 { $rule } 而询问。

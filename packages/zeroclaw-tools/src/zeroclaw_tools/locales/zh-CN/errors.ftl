# 工具各项错误的说法。

error_invalid_expression = 无法计算：{ $problem }。
error_invalid_pattern = 无法使用模式 { $pattern }：{ $problem }。

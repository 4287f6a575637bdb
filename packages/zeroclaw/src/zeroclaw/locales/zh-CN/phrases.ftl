# 其他词语中的片段。

entry_point_claimed = { $first } 和 { $second } 都声称提供它；请卸载其中之一

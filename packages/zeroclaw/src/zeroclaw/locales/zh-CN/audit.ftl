# `zeroclaw audit` 所说的话。

audit_break_duplicated = 第 { $seq } 条记录重复出现
audit_break_edited = 第 { $seq } 条记录被改动，或由他人写入
audit_break_forged_seal = 第 { $seq } 条记录之后的封印是伪造的，或次序有误
audit_break_missing = 从第 { $seq } 条记录起，有记录被删除
audit_break_no_seal = 没有任何有效的封印
audit_break_reordered = 第 { $seq } 条记录不在原位
audit_break_rewritten = 到第 { $seq } 条记录为止，它不是当初封印或记下的那份账本
audit_break_truncated = 从第 { $seq } 条记录起，末尾被截去
audit_broken = { $path } 中的账本已被破坏；其中有 { $count } 条记录：
audit_by_rule = { $outcome }（{ $rule }）
audit_count = 找到 { $count } 项
audit_foreign = 有 { $count } 行因签名错误而略去；请运行 `zeroclaw audit verify`。
audit_head = 其末端，请记在别处：{ $head }
audit_head_wrong = { $text } 不是账本末端；请照 `zeroclaw audit verify` 输出的样子给出
audit_more = 另有 { $count } 处；--json 会全部列出
audit_no_match = 没有符合条件的记录。
audit_none = { $path } 中还没有账本；首次调用工具时才会建立。
audit_outcome_cancelled = 已取消
audit_outcome_denied = 被拒绝
audit_outcome_error = 失败
audit_outcome_success = 完成
audit_since_wrong = { $text } 不是时间；请写成 2026-11-30 或 2026-11-30T08:00
audit_unsealed = 末尾有 { $count } 条记录尚未封印；下一次调用工具时会封印。
audit_whole = { $path } 中的账本完整：共 { $count } 条记录。

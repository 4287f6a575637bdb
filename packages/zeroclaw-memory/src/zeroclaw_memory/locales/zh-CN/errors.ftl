# 数据库各项错误的说法。

error_database_too_new = { $path } 由更新版本的 ZeroClaw 写入（结构版本 { $found }，本版本支持到 { $known }）。请更新 ZeroClaw，或恢复之前的副本。
error_ledger_broken = 账本 { $path } 被改动过：{ $problem }。请查看 `zeroclaw audit verify` 的结果，然后移走该文件夹以开始新的账本。
error_ledger_unusable = 无法写入账本 { $path }：{ $problem }。
error_store_unusable = 无法使用 { $path }：{ $problem }。

# 数据库各项错误的说法。

error_database_too_new = { $path } 由更新版本的 ZeroClaw 写入（结构版本 { $found }，本版本支持到 { $known }）。请更新 ZeroClaw，或恢复之前的副本。
error_store_unusable = 无法使用 { $path }：{ $problem }。

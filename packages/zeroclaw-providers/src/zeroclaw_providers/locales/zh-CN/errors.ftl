# 提供方各项错误的说法。

error_local_model_failed = 无法在本机运行 { $model }：{ $detail }。

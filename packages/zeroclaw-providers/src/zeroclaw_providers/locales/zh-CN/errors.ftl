# 提供方各项错误的说法。

error_credentials_missing = { $provider } 没有可用于 { $model } 的凭据：{ $detail }。
error_local_model_failed = 无法在本机运行 { $model }：{ $detail }。

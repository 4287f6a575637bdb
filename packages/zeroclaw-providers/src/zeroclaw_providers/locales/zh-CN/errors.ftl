# 提供方各项错误的说法。

error_credentials_missing = { $provider } 没有可用于 { $model } 的凭据：{ $detail }。
error_local_model_failed = 无法在本机运行 { $model }：{ $detail }。
error_models_file_unusable = 无法读取 { $path } 中的模型信息：{ $problem }。请用 `zeroclaw models refresh` 重新获取，或删除该文件。
error_models_file_unwritable = 无法将模型信息写入 { $path }：{ $problem }。
error_models_unfetched = 无法从 { $place } 获取模型列表：{ $problem }。已有的信息仍然有效。
error_login_failed = 未能从 { $login } 取得令牌：{ $detail }。
error_login_refused = { $login } 不再接受它的登录：{ $detail }。请运行 `zeroclaw auth login { $login }` 重新登录。
error_program_unusable = 无法为 { $model } 运行 { $program }：{ $detail }。
error_provider_key_missing = { $provider } 需要用于 { $model } 的密钥：请在其配置段中填写 api_key，或设置 { $variable }。

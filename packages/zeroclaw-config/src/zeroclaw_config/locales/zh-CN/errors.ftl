# 读写配置时各项错误的说法。

error_config = 无法使用配置 { $path }。
error_config_agent_file = { $listing }
error_config_agent_not_chosen = { $path } 中有多个智能体。请从 { $aliases } 中选择一个，或将其中一个命名为 main。
error_config_alias = { $place }`{ $key }` { $what }。
error_config_changed = { $path } 在读取之后被其他程序更改过。请重新读取，然后重试。
error_config_dangling_reference = { $place }{ $sentence }
error_config_document_not_from_file = 要保存的内容并非读自 { $path }，保存会覆盖其中原有的内容。请打开该文件，编辑其内容，然后再保存。
error_config_edit_refused = { $place }无法编辑 { $key }。
error_config_invalid = { $listing }
error_config_key_invalid = { $place }`{ $key }` { $what }。
error_config_key_not_found = { $place }{ $path } 中没有 `{ $key }`；{ $hint }
error_config_keyring_reference = { $path }：{ $key } 引用了系统密钥环，但是 { $problem }。
error_config_layout = { $place }{ $path } 的布局使本程序无法只编辑 `{ $key }` 而不影响其余内容。请把每个表的各部分放在一起，或手动编辑。
error_config_locked = { $path } 正由 { $holder } 写入，已超过 { $seconds } 秒。请等它结束后重试。
error_config_missing = { $path } 处没有配置。请用 `zeroclaw quickstart` 创建，或将 ZEROCLAW_HOME 设为含有 config.toml 的文件夹。
error_config_no_agents = { $path } 中没有智能体。请添加一个，写作 [agents.main]，并指定其 model_provider。
error_config_not_migrated = { $path } 尚未迁移：其 schema_version：{ $found }。请运行 `zeroclaw config migrate`，或手动改为当前格式后设置 schema_version = 3。
error_config_not_text = { $path } 不是 UTF-8 文本：第 { $line } 行含有无效字节。请将它保存为 UTF-8。
error_config_not_written = { $path } 未写入，内容保持原样：{ $problem }。
error_config_operation = { $place }{ $key } { $what }。
error_config_patch_invalid = { $place }{ $key } { $what }。
error_config_secret_key = 无法使用密钥文件 { $path }：{ $problem }。
error_config_secret_not_accepted = 所给内容不能作为机密 { $key }：{ $problem }。
error_config_secret_not_readable = { $key } { $clause }。
error_config_secret_reference = { $path }：{ $key } 引用了 1Password，但是 { $problem }。
error_config_syntax = { $path } 不是有效的 TOML{ $place }：{ $problem }。
error_config_too_large = { $path } 超过 { $limit } 字节。请检查它是否确实是配置文件。
error_config_too_new = { $path } 需要更新版本的 ZeroClaw：其 schema_version 高于 { $newest }，而本版本最高只能读取 { $newest }。请升级 ZeroClaw。
error_config_unknown_agent = { $path } 中没有智能体 `{ $alias }`；{ $hint }
error_config_unreadable = 无法读取配置 { $path }：{ $problem }。
error_config_value_type = { $place }`{ $key }` { $what }。
error_config_login_reference = { $path }：{ $key } 引用了一个登录，但{ $problem }。

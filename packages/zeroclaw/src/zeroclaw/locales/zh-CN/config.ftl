# `zeroclaw config` 所说的话。

config_agents = { $count } 个智能体
alias_folder_taken = 该目录已存在，而配置中没有智能体 { $agent }
config_alias_added = 已将 { $key } 添加到 { $path }。
config_alias_follows = {"  "}{ $key } 引用了它，随之更改。
config_alias_moved = { $sessions ->
    [0] 已移动其目录。
   *[other] 已移动其目录和 { $sessions } 个会话。
 }
config_alias_remove = 要从 { $path } 删除 { $key } 及其全部内容吗？
config_alias_rename = { $key } 改名为 { $new }。
config_alias_renamed = 已在 { $path } 中改名。
config_alias_wanted = 请给出别名所在的表，例如 agents，然后给出其名称
config_form_stays = `{ $key }` 表明文件的格式；只有 `zeroclaw config migrate` 会更改它
config_from_default = 默认
config_from_file = 文件
config_from_variable = { $variable }
config_from_variable_over = { $variable }；文件中是 { $value }
config_give_values = 请给出 KEY VALUE，或 KEY=VALUE（后者可有一个或多个）
config_meant = 你是指 `{ $key }` 吗？
config_migrate_nothing = { $path } 已是当前格式。
config_migrate_question = 要将此内容写入 { $path }，并将旧文件保留为 { $path }.bak 吗？
config_migrated = { $path } 现在是当前格式；旧文件是 { $path }.bak。
config_models = { $count } 个模型
config_no_key = 运行 `zeroclaw config list` 查看有哪些键。
config_no_value = 它未设置，也没有默认值；运行 `zeroclaw config list` 查看已有的值。
config_not_there = 还没有这个文件；运行 `zeroclaw quickstart` 可创建。
config_notice = 注意：{ $notice }
config_open_secret = `{ $key }` 是机密，不能通过参数或补丁给出；请运行 `zeroclaw secrets set { $key }`，或写明环境变量，形如 '${"{"}NAME{"}"}'
config_overridden = 已设置 { $variable }，只要它还在，{ $key } 就会被它覆盖。
config_patch_not_text = 补丁 { $patch } 不是 UTF-8 文本
config_patch_too_long = 补丁 { $patch } 超过 { $limit } 字节
config_patch_unread = 无法读取补丁 { $patch }：{ $problem }
config_patched = 已将 { $count } 个操作应用于 { $path }。
config_patched_nothing = { $path } 已包含全部内容；未写入任何更改。
config_refused = 系统拒绝
config_sealed_elsewhere = 要写入 `{ $key }` 的内容是为其他键或其他值加密的；请运行 `zeroclaw secrets set { $key }`，若是重命名别名则运行 `zeroclaw config alias rename`
config_set = { $path } 中 { $key } = { $value }，原为 { $old }。
config_set_new = { $path } 中新增 { $key } = { $value }。
config_set_same = { $path } 中已经是 { $key } = { $value }。
config_unasked = 此处无法询问；要执行请加上 --yes
config_unset = 已从 { $path } 删除 { $key }。
config_unset_table = 要从 { $path } 删除 { $key } 及其全部内容吗？
config_valid = { $path } 可以使用：{ $agents }，{ $models }。

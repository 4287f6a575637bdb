# 命令及其选项的说明。

command_agent_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw agent
    {"  "}zeroclaw agent --continue
    {"  "}zeroclaw agent -m "What is in this workspace?"
    {"  "}git log -5 | zeroclaw agent -m "Summarise these commits."
    {"  "}zeroclaw agent --uri http://127.0.0.1:8080/v1 --model some-model -m "Hello."
    {"  "}zeroclaw agent --local -m "Say hello in one short sentence."
    {"  "}zeroclaw agent --session holiday -m "Where were we?"
    {"  "}zeroclaw agent --json -m "Count to three." | jq -r .body.type

    {"\u0008"}
    退出码：0 已回答，1 失败，2 用法错误，130 已取消。
command_agent_help =
    与智能体聊天，或用 -m 只说一句话。

    在终端上不带 -m 时进入聊天：/help 会列出可以输入的内容。带 -m 或通过管道传入文本时，回答会边生成边写到标准输出；智能体在此期间的活动写到标准错误。在终端上，智能体行动前会先询问你；在其他地方，这样的调用会被拒绝，除非智能体的风险档案允许。
command_agent_option_alias = 由配置中的哪个智能体回答。
command_agent_option_api_key_env = 存放 --uri 所用密钥的环境变量。
command_agent_option_as_json = 输出事件，每行一个 JSON 对象。
command_agent_option_debug = 出错时显示回溯信息。
command_agent_option_is_continued = 继续最近的对话。
command_agent_option_is_local = 在本机运行非常小的内置模型。
command_agent_option_is_plain = 逐行聊天，适合屏幕阅读器。
command_agent_option_message = 只说这句话。标准输入的文本会附在其后。
command_agent_option_model = 改用此模型。
command_agent_option_model_path = 在本机运行此模型；一个 GGUF 文件。
command_agent_option_session_key = 开始或继续此对话。
command_agent_option_uri = 改用此兼容 OpenAI 的服务器。
command_agent_option_with_tools = 向在本机运行的模型提供工具。
command_approvals_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw approvals list
    {"  "}zeroclaw approvals revoke 1f3a9c0b
command_approvals_help =
    查看或撤销你长期批准的内容。

    回答问题时选 "a" 的人，以后遇到开头相同的命令、同一路径或同一调用时不再被询问。这些批准保存在配置旁的 approvals.json 中。如果无法读取该文件，则没有任何调用视为已批准。
command_approvals_list_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw approvals list
    {"  "}zeroclaw approvals list -a main
    {"  "}zeroclaw approvals list --json | jq -r '.[].id'

    {"\u0008"}
    退出码：0 已列出，1 失败，2 用法错误。
command_approvals_list_help = 显示每项批准的标识、智能体、工具、时间、批准人和对象。
command_approvals_list_option_alias = 只显示此智能体的批准。
command_approvals_list_option_as_json = 输出一个 JSON 数组。
command_approvals_list_option_debug = 出错时显示回溯信息。
command_approvals_revoke_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw approvals revoke 1f3a9c0b
    {"  "}zeroclaw approvals revoke --all
    {"  "}zeroclaw approvals revoke --all -a main --yes

    {"\u0008"}
    退出码：0 已撤销，1 失败或没有此标识，2 用法错误，130 已取消。
command_approvals_revoke_help = 撤销具有这些标识的批准，或用 --all 撤销全部；正在运行的智能体此后会再次询问。
command_approvals_revoke_option_alias = 与 --all 同用时，只撤销此智能体的批准。
command_approvals_revoke_option_debug = 出错时显示回溯信息。
command_approvals_revoke_option_is_agreed = 使用 --all 时不询问。
command_approvals_revoke_option_is_all = 撤销全部批准。
command_completions_epilog = 示例：在 ~/.bashrc 中写入 eval "$(zeroclaw completions bash)"。
command_completions_help = 输出某个 shell 的补全脚本。
command_config_alias_add_help = 添加 NAME 及其值。
command_config_alias_add_option_as_json = 输出一个 JSON 文档。
command_config_alias_add_option_debug = 出错时显示回溯信息。
command_config_alias_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw config alias add agents helper model_provider=custom.home
    {"  "}zeroclaw config alias rename providers.models.custom home work
    {"  "}zeroclaw config alias remove agents helper --yes

    {"\u0008"}
    退出码：0 已写入，1 被拒绝或失败，2 用法错误，130 已取消。
command_config_alias_help =
    添加、改名或删除智能体、模型、档案。

    TABLE 是这些名称所在的表，例如 agents 或 providers.models.custom。
command_config_alias_remove_help = 询问后删除 NAME；仍被引用时不删除。
command_config_alias_remove_option_as_json = 输出一个 JSON 文档。
command_config_alias_remove_option_debug = 出错时显示回溯信息。
command_config_alias_remove_option_is_agreed = 不询问。
command_config_alias_rename_help = 将 NAME 改名，并更改所有对它的引用。
command_config_alias_rename_option_as_json = 输出一个 JSON 文档。
command_config_alias_rename_option_debug = 出错时显示回溯信息。
command_config_docs_help = 以 Markdown 输出所有键的参考文档。
command_config_docs_option_debug = 出错时显示回溯信息。
command_config_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw config list agents
    {"  "}zeroclaw config get agents.main.model_provider
    {"  "}zeroclaw config set agents.main.risk_profile careful
    {"  "}zeroclaw config validate

    {"\u0008"}
    退出码：0 完成，1 失败，2 用法错误，130 已取消。
command_config_get_help = 输出一个当前生效的值；机密会被遮盖。
command_config_get_option_as_json = 输出一个 JSON 文档。
command_config_get_option_debug = 出错时显示回溯信息。
command_config_help =
    查看、更改、检查配置。

    键用点分隔，例如 agents.main.model_provider；其中的 _ 可用 - 代替。写入前会先检查；注释和文件的其余部分保持不变，并留下备份。
command_config_list_help =
    输出所有值，或 PREFIX 之下的值，并注明来源。

    来源可以是文件、环境变量（例如 ZEROCLAW_agents__main__risk_profile）或内置默认值。机密会被遮盖。
command_config_list_option_as_json = 输出一个 JSON 文档。
command_config_list_option_debug = 出错时显示回溯信息。
command_config_migrate_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw config migrate --dry-run
    {"  "}zeroclaw config migrate --yes

    {"\u0008"}
    退出码：0 已是当前格式，1 失败，2 用法错误，130 已取消。
command_config_migrate_help =
    将旧格式的文件转换为当前格式。

    先说明会有哪些更改，询问后再写入；旧文件保留为 config.toml.bak。当前格式中没有位置的内容会保留为注释。
command_config_migrate_option_as_json = 输出一个 JSON 文档。
command_config_migrate_option_debug = 出错时显示回溯信息。
command_config_migrate_option_is_agreed = 不询问。
command_config_migrate_option_is_dry_run = 只说明会有哪些更改。
command_config_patch_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw config patch changes.json
    {"  "}echo '[{"{"}"op": "remove", "path": "/agents/old"{"}"}]' | zeroclaw config patch -

    {"\u0008"}
    退出码：0 已写入，1 被拒绝或失败，2 用法错误，130 已取消。
command_config_patch_help =
    应用 FILE 或标准输入（写作 -）中的 JSON Patch（RFC 6902）。

    其中的操作要么全部执行，要么都不执行。途中缺少的表会自动创建。
command_config_patch_option_as_json = 输出一个 JSON 文档。
command_config_patch_option_debug = 出错时显示回溯信息。
command_config_path_help = 输出配置文件的路径。
command_config_path_option_as_json = 输出一个 JSON 文档。
command_config_path_option_debug = 出错时显示回溯信息。
command_config_schema_help = 输出配置文件的 JSON Schema，供编辑器使用。
command_config_schema_option_debug = 出错时显示回溯信息。
command_config_set_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw config set risk_profiles.default.level supervised
    {"  "}zeroclaw config set risk_profiles.default.auto-approve='["glob_search"]'
    {"  "}zeroclaw config set agents.main.model_provider=custom.home agents.main.risk_profile=default
    {"  "}zeroclaw config set providers.models.custom.home.api_key '${"{"}SOME_KEY{"}"}'

    {"\u0008"}
    退出码：0 已写入，1 被拒绝或失败，2 用法错误，130 已取消。
command_config_set_help =
    将值写入配置文件。

    true、false、数字、TOML 写法的 [列表] 和 {"{"}表{"}"} 按其字面含义处理，其余都是文本。多个值要么一起写入，要么都不写入，新别名就需要这样。这里不接受机密：`zeroclaw secrets set KEY` 会提示输入。
command_config_set_option_as_json = 输出一个 JSON 文档。
command_config_set_option_as_text = 将所有值都当作文本。
command_config_set_option_debug = 出错时显示回溯信息。
command_config_unset_help = 从文件中删除一个键；删除表之前会询问。
command_config_unset_option_as_json = 输出一个 JSON 文档。
command_config_unset_option_debug = 出错时显示回溯信息。
command_config_unset_option_is_agreed = 不询问。
command_config_validate_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw config validate
    {"  "}zeroclaw config validate --json | jq .problems

    {"\u0008"}
    退出码：0 可以使用，1 有问题，2 用法错误，130 已取消。
command_config_validate_help = 列出所有错误或不起作用之处。
command_config_validate_option_as_json = 输出一个 JSON 文档。
command_config_validate_option_debug = 出错时显示回溯信息。
command_doctor_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw doctor
    {"  "}zeroclaw doctor --offline
    {"  "}zeroclaw doctor --agent main
    {"  "}zeroclaw doctor --json | jq -r '.findings[] | select(.severity == "error") | .text'
    {"  "}zeroclaw doctor --json | jq -e 'all(.findings[]; .code != "unconfined")'

    {"\u0008"}
    退出码：0 没有错误，1 有错误，2 用法错误，130 已取消。
command_doctor_help =
    找出问题，并说明如何解决。

    检查配置及其机密、谁能访问文件、磁盘、数据库、沙箱、时钟和已安装的组件，并询问每个已配置的提供方能否应答；这可能需要 5 秒，全部检查最多 20 秒。不会更改任何内容，也不会创建文件。
command_doctor_option_alias = 只检查此智能体。
command_doctor_option_as_json = 输出一个 JSON 对象。
command_doctor_option_debug = 出错时显示回溯信息。
command_doctor_option_is_offline = 不询问任何提供方。
command_epilog = 文件位于 ~/.zeroclaw，或 ZEROCLAW_HOME 所指的位置。
command_help = 在你自己的机器上、用你自己的密钥运行的 AI 智能体。
command_models_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw models list
    {"  "}zeroclaw models info gpt-4o
    {"  "}zeroclaw models refresh
    {"  "}zeroclaw models fetch-bundled
command_models_fetch_bundled_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw models fetch-bundled
    {"  "}zeroclaw models fetch-bundled --yes < /dev/null
    {"  "}zeroclaw agent --local -m "Say hello in one short sentence."

    {"\u0008"}
    退出码：0 模型已就绪，1 失败，2 用法错误，130 已取消。
command_models_fetch_bundled_help =
    下载 `zeroclaw agent --local` 所用的非常小的内置模型。

    它是一个软件包，由 pip 或 uv 从其所配置的软件包索引安装到此命令所在的环境中。它的版本和内容都是固定的：内容不同的文件会被拒绝。如果模型已经安装，则不会下载任何内容。
command_models_fetch_bundled_option_debug = 出错时显示回溯信息。
command_models_fetch_bundled_option_is_agreed = 下载前不询问。
command_models_help =
    查看有哪些模型，或获取一个在本机运行的模型。

    模型的信息随此版本一同提供。除非运行 `zeroclaw models refresh`，否则不会获取更新的信息。
command_models_info_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw models info gpt-4o
    {"  "}zeroclaw models info openrouter/openai/gpt-4o
    {"  "}zeroclaw models info custom.home --json

    {"\u0008"}
    退出码：0 已显示，1 对它一无所知，2 用法错误，130 已取消。
command_models_info_help =
    显示有关 MODEL 的所有已知信息。

    它可以是配置中的别名，例如 custom.home，也可以是模型的名称；在名称前加上提供方系列，例如 openrouter/openai/gpt-4o，则只看该系列。
command_models_info_option_as_json = 输出一个 JSON 文档。
command_models_info_option_debug = 出错时显示回溯信息。
command_models_list_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw models list
    {"  "}zeroclaw models list --provider anthropic
    {"  "}zeroclaw models list --live
    {"  "}zeroclaw models list --provider openai --json | jq -r '.[] | select(.vision) | .model'

    {"\u0008"}
    退出码：0 已显示，1 失败，2 用法错误，130 已取消。
command_models_list_help =
    列出已配置的模型或某个系列的模型，以及它们的能力和价格。

    长度以词元计，价格为每百万词元的美元数。如果价格随请求长度上涨，则显示短请求的价格。
command_models_list_option_as_json = 输出一个 JSON 文档。
command_models_list_option_debug = 出错时显示回溯信息。
command_models_list_option_family = 此系列的所有已知模型，例如 openai。
command_models_list_option_is_configured = 只列出该系列中配置里有的；未指定系列时总是如此。
command_models_list_option_is_live = 询问已配置的端点有哪些模型。
command_models_refresh_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw models refresh
    {"  "}zeroclaw models refresh --url http://127.0.0.1:8000/api.json

    {"\u0008"}
    退出码：0 已写入，1 失败且未做任何更改，2 用法错误，130 已取消。
command_models_refresh_help =
    从 models.dev 获取更新的模型列表及其价格。

    它会写入此安装主目录中的 models.json，此后所有命令都会使用它。如果配置中设置了某个模型的价格，则仍以配置为准。
command_models_refresh_option_as_json = 输出一个 JSON 文档。
command_models_refresh_option_debug = 出错时显示回溯信息。
command_models_refresh_option_url = 从此处获取列表，格式与 models.dev 相同。
command_option_lang = 使用此语言；默认遵循区域设置。
command_option_version = 显示版本并退出。
command_quickstart_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw quickstart
    {"  "}zeroclaw quickstart --model-provider openai --model gpt-4.1-mini
    {"  "}zeroclaw quickstart --uri http://127.0.0.1:8080/v1 --model some-model
    {"  "}zeroclaw quickstart --local --yes
    {"  "}zeroclaw quickstart --yes --json < /dev/null
    {"  "}zeroclaw quickstart --model-provider groq --agent second --preset readonly

    {"\u0008"}
    退出码：0 完成，1 失败，2 用法错误，130 已取消。
command_quickstart_help =
    生成配置：找到模型，试用它，为智能体命名。

    它会查找本机的模型服务器、环境变量中的密钥和内置模型，然后给出一个建议。写入任何内容之前，会先请求模型生成一个词元。已有的配置只会增添内容，而且只在你同意时才这样做。
command_quickstart_option_alias = 智能体的名称；默认为 main。
command_quickstart_option_api_key_env = 存放密钥的环境变量；密钥本身不会写入。
command_quickstart_option_as_json = 以一个 JSON 对象输出所做的事。
command_quickstart_option_debug = 出错时显示回溯信息。
command_quickstart_option_is_agreed = 不询问：采用所建议的内容。
command_quickstart_option_is_local = 在本机使用非常小的内置模型。
command_quickstart_option_is_untested = 不先试用模型。
command_quickstart_option_model = 模型，用提供方所用的名称。
command_quickstart_option_model_provider = 提供方的名称，例如 openai 或 ollama；与 --uri 同用时，指其端点，或为其他端点命名。
command_quickstart_option_preset = 智能体的权限：先询问（默认）、只读，或不经询问做任何事。
command_quickstart_option_uri = 兼容 OpenAI 的 API 的根地址。
command_secrets_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw secrets set providers.models.custom.home.api_key
    {"  "}zeroclaw secrets list
command_secrets_help =
    在配置中加密保存密钥和令牌。

    它们用配置旁边的文件 .secret_key 中的密钥加密，并各自绑定到所在位置：移到别处便无法解开。
command_secrets_list_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw secrets list
    {"  "}zeroclaw secrets list --json | jq -r '.[] | select(.kind == "plain") | .key'

    {"\u0008"}
    退出码：0 已列出，1 失败，2 用法错误。
command_secrets_list_help = 显示机密的位置和保存方式，绝不显示内容。
command_secrets_list_option_as_json = 输出一个 JSON 数组。
command_secrets_list_option_debug = 出错时显示回溯信息。
command_secrets_remove_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw secrets remove providers.models.custom.home.api_key
    {"  "}zeroclaw secrets remove providers.models.custom.home.api_key --yes

    {"\u0008"}
    退出码：0 已删除，1 失败，2 用法错误，130 已取消。
command_secrets_remove_help = 从配置中删除 KEY 处的机密。
command_secrets_remove_option_debug = 出错时显示回溯信息。
command_secrets_remove_option_is_agreed = 删除前不询问。
command_secrets_rotate_key_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw secrets rotate-key
    {"  "}zeroclaw secrets rotate-key --yes

    {"\u0008"}
    退出码：0 已替换，1 失败，2 用法错误，130 已取消。
command_secrets_rotate_key_help =
    替换加密所用的密钥，并重新加密所有机密。

    之后，更早的配置备份将无法读取。如果过程中断，两个密钥都会保留，不会丢失任何内容；再运行一次即可。
command_secrets_rotate_key_option_debug = 出错时显示回溯信息。
command_secrets_rotate_key_option_is_agreed = 替换前不询问。
command_secrets_set_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw secrets set providers.models.custom.home.api_key
    {"  "}zeroclaw secrets set providers.models.custom.home.api_key - < key.txt
    {"  "}echo op://Private/server/key | zeroclaw secrets set providers.models.custom.home.api_key

    {"\u0008"}
    退出码：0 已写入，1 失败，2 用法错误，130 已取消。
command_secrets_set_help =
    加密一个机密，并保存到 KEY 处。

    会要求你输入两次，输入内容不显示。如果标准输入不是终端，或使用了 `-`，则从标准输入一直读到结尾。对 1Password 的引用（形如 op://vault/item/field）会原样保存；智能体需要时才会取得它所指的内容。
command_secrets_set_option_debug = 出错时显示回溯信息。
command_status_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw status
    {"  "}zeroclaw status --json | jq -r '.agents[].model'
    {"  "}zeroclaw status --json | jq -r '.agents[] | [.alias, .commands.works] | @tsv'

    {"\u0008"}
    退出码：0 配置可以使用，1 无法使用，2 用法错误。
command_status_help =
    显示所配置的内容：智能体及其模型、限制、会话。

    如果有智能体不经询问就行动，或其命令不受任何限制，会醒目提示；为弄清后者，会运行一个什么也不做的命令。不会更改任何内容，也不会通过网络询问任何一方；`zeroclaw doctor` 会找出问题。
command_status_option_as_json = 输出一个 JSON 对象。
command_status_option_debug = 出错时显示回溯信息。
command_auth_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw auth login copilot
    {"  "}zeroclaw auth list
command_auth_help =
    登录颁发令牌的服务，以代替密钥。

    令牌保存在配置旁的 logins.json 中，并用配置的密钥加密。copilot 的模型会自行使用登录 copilot，codex 的模型会自行使用登录 openai；其他模型请将 api_key 设为 "login://NAME"。
command_auth_list_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw auth list
    {"  "}zeroclaw auth list --json | jq -r '.[].login'

    {"\u0008"}
    退出码：0 已列出，1 失败，2 用法错误。
command_auth_list_help = 显示有哪些登录，绝不显示令牌。
command_auth_list_option_as_json = 输出一个 JSON 数组。
command_auth_list_option_debug = 出错时显示回溯信息。
command_auth_login_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw auth login copilot
    {"  "}zeroclaw auth login copilot --host https://github.example.com
    {"  "}zeroclaw auth login openai
    {"  "}zeroclaw auth login openai --device
    {"  "}zeroclaw auth login openai --import -

    {"\u0008"}
    退出码：0 已登录，1 失败，2 用法错误，130 已取消。
command_auth_login_help =
    登录 NAME：copilot、openai、qwen 或 xai。

    程序会显示一个地址和一个代码，可在任意浏览器中确认；按 Ctrl+C 离开。对于 openai，则改为打开本机的浏览器，除非本机没有浏览器，或您通过 SSH 登录到本机。已有的登录会被替换。
command_auth_login_option_brought = 从这个 auth.json 接管 Codex 的登录；- 表示通常的位置。
command_auth_login_option_browser = 通过本机的浏览器登录；只有 openai 和 xai 支持。
command_auth_login_option_debug = 出错时显示回溯信息。
command_auth_login_option_device = 显示一个代码，可在任意设备的浏览器中确认。
command_auth_login_option_origin = 贵公司的服务，用来代替公共服务。
command_auth_logout_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw auth logout copilot

    {"\u0008"}
    退出码：0 已删除，1 没有此登录，2 用法错误。
command_auth_logout_help =
    删除登录 NAME。

    服务本身仍记得它；请在该服务的账户设置中撤销。
command_auth_logout_option_debug = 出错时显示回溯信息。
command_providers_check_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw providers check
    {"  "}zeroclaw providers check custom.home anthropic.work
    {"  "}zeroclaw providers check --timeout 300 local.small
    {"  "}zeroclaw providers check --json | jq -r '.providers[] | select(.error) | .error.text'

    {"\u0008"}
    退出码：0 全部可用，1 有一个不可用，2 用法错误，130 已取消。
command_providers_check_help =
    向配置中的每个模型（或指定的模型）提两个简短问题。

    这些是真实的请求，与智能体发出的相同，但不会使用后备模型；每个可能花费不到一美分。第一个问题显示提供商是否可达、是否接受密钥、速度如何、是否流式返回；第二个问题显示模型被要求时是否调用工具。

    NAME 是配置中的别名，例如 custom.home。本应调用工具却用文字作答的模型算作可用，但会有警告。
command_providers_check_option_as_json = 输出一个 JSON 文档。
command_providers_check_option_debug = 出错时显示回溯信息。
command_providers_check_option_seconds = 每个模型作答的秒数；省略时为 60。
command_providers_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw providers list
    {"  "}zeroclaw providers list --configured
    {"  "}zeroclaw providers check
    {"  "}zeroclaw providers check custom.home
command_providers_help = 查看有哪些模型提供商，或试用配置中的提供商。
command_providers_list_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw providers list
    {"  "}zeroclaw providers list --configured
    {"  "}zeroclaw providers list --json | jq -r '.[] | select(.key == "optional") | .family'

    {"\u0008"}
    退出码：0 已显示，1 失败，2 用法错误，130 已取消。
command_providers_list_help =
    列出已安装的每个模型系列，以及它们在配置中的别名。

    系列是名称的第一部分，例如 anthropic.work 中的 anthropic。“密钥”一列是供应商自己的文档中存放密钥的环境变量：写 api_key = "${"{"}ANTHROPIC_API_KEY{"}"}" 即可从中读取。
command_providers_list_option_as_json = 输出一个 JSON 文档。
command_providers_list_option_debug = 出错时显示回溯信息。
command_providers_list_option_is_configured = 只列出配置中有模型的系列。
command_audit_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw audit verify
    {"  "}zeroclaw audit show --denied
command_audit_export_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw audit export > calls.jsonl
    {"  "}zeroclaw audit export --session holiday --since 2026-11-30T08:00 | jq -r .tool

    {"\u0008"}
    退出码：0 已写出，1 失败或发现外来的行，2 用法错误。
command_audit_export_help = 以 JSON Lines 写出各次调用，最早的在前，与账本中的原样一致。
command_audit_export_option_debug = 出错时显示回溯信息。
command_audit_export_option_denied = 只看被拒绝的调用。
command_audit_export_option_session = 只看此会话的调用。
command_audit_export_option_since = 只看此时间以后的调用。
command_audit_export_option_tool = 只看此工具的调用。
command_audit_help =
    查看记录所有调用的账本，并检查是否有人改动过。

    工具的每次调用都有记录，失败和被拒绝的也在内。记录只保存摘要而不保存原文，每条都有签名，
    并指明前一条。
command_audit_show_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw audit show
    {"  "}zeroclaw audit show --tool shell --since 2026-11-30
    {"  "}zeroclaw audit show --denied --json | jq -r '.[].rule'

    {"\u0008"}
    退出码：0 已显示，1 失败或发现外来的行，2 用法错误。
command_audit_show_help = 显示最近的调用：时间、会话、工具以及结果。
command_audit_show_option_as_json = 输出一个 JSON 数组。
command_audit_show_option_debug = 出错时显示回溯信息。
command_audit_show_option_denied = 只看被拒绝的调用。
command_audit_show_option_most = 显示最近的多少条。
command_audit_show_option_session = 只看此会话的调用。
command_audit_show_option_since = 只看此时间以后的调用。
command_audit_show_option_tool = 只看此工具的调用。
command_audit_verify_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw audit verify
    {"  "}zeroclaw audit verify --json | jq -r .head
    {"  "}zeroclaw audit verify --head 12:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03

    {"\u0008"}
    退出码：0 完整，1 已损坏或缺失，2 用法错误。
command_audit_verify_help =
    检查整个账本：每条记录、每个链接、每个封印。

    它会指出被修改、删除、移动、重复或截断的内容。能写入这些文件并读取其密钥的人仍可把它们全部
    恢复到较早的状态：请把它输出的链首另存他处，并用 --head 提供。
command_audit_verify_option_as_json = 输出一个 JSON 对象。
command_audit_verify_option_debug = 出错时显示回溯信息。
command_audit_verify_option_heads = 先前 verify 输出的链首；账本必须包含它。
command_estop_domains_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw estop domains example.com
    {"  "}zeroclaw estop domains "*"

    {"\u0008"}
    退出码：0 已停止，1 失败，2 用法错误。
command_estop_domains_help =
    停止对这些域名及其所有下级域名的调用；* 表示所有域名。

    无法判断会访问哪些主机的调用也会被停止。
command_estop_domains_option_as_json = 输出一个 JSON 对象。
command_estop_domains_option_debug = 出错时显示回溯信息。
command_estop_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw estop kill-all
    {"  "}zeroclaw estop resume
command_estop_help =
    在一秒之内停止所有进程中代理的行动。

    正在运行的工具调用会被取消，后续调用会被拒绝，直到执行 `zeroclaw estop resume`。各级别可以
    叠加。它们保存在配置旁的 estop.json 中；配置可以是坏的：停止并不需要它。如果无法读取
    estop.json，则全部停止。
command_estop_kill_all_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw estop kill-all

    {"\u0008"}
    退出码：0 已停止，1 失败，2 用法错误。
command_estop_kill_all_help = 停止所有工具的所有调用。
command_estop_kill_all_option_as_json = 输出一个 JSON 对象。
command_estop_kill_all_option_debug = 出错时显示回溯信息。
command_estop_network_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw estop network

    {"\u0008"}
    退出码：0 已停止，1 失败，2 用法错误。
command_estop_network_help = 停止可能访问网络的调用。
command_estop_network_option_as_json = 输出一个 JSON 对象。
command_estop_network_option_debug = 出错时显示回溯信息。
command_estop_resume_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw estop resume
    {"  "}zeroclaw estop resume --network --tool shell
    {"  "}echo 123456 | zeroclaw estop resume

    {"\u0008"}
    退出码：0 已恢复，1 失败或验证码错误，2 用法错误，130 已取消。
command_estop_resume_help =
    撤销 kill-all，或撤销各选项所指明的内容。

    其他已停止的内容保持停止，并会显示出来。如果已注册验证器应用，则会要求输入它的验证码，
    除非 [security.estop] 中写有 require_otp_to_resume = false。标准输入不是终端时，验证码是其中的一行。
command_estop_resume_option_as_json = 输出一个 JSON 对象。
command_estop_resume_option_debug = 出错时显示回溯信息。
command_estop_resume_option_names = 允许再次使用此工具。
command_estop_resume_option_network_kill = 允许再次使用网络。
command_estop_resume_option_patterns = 允许再次使用此域名。
command_estop_status_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw estop status
    {"  "}zeroclaw estop status --json | jq .engaged

    {"\u0008"}
    退出码：0 已显示，1 失败，2 用法错误。
command_estop_status_help = 显示已停止的内容。
command_estop_status_option_as_json = 输出一个 JSON 对象。
command_estop_status_option_debug = 出错时显示回溯信息。
command_estop_tools_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw estop tools shell file_write

    {"\u0008"}
    退出码：0 已停止，1 失败，2 用法错误。
command_estop_tools_help = 停止这些工具的调用。
command_estop_tools_option_as_json = 输出一个 JSON 对象。
command_estop_tools_option_debug = 出错时显示回溯信息。
command_otp_disable_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw otp disable

    {"\u0008"}
    退出码：0 已忘掉，1 失败或验证码错误，2 用法错误，130 已取消。
command_otp_disable_help =
    在应用给出一个验证码之后忘掉它。

    如果应用已丢失，请改为删除配置旁的文件 otp-secret。
command_otp_disable_option_as_json = 输出一个 JSON 对象。
command_otp_disable_option_debug = 出错时显示回溯信息。
command_otp_enroll_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw otp enroll
    {"  "}zeroclaw otp enroll --json

    {"\u0008"}
    退出码：0 已注册，1 失败或验证码错误，2 用法错误，130 已取消。
command_otp_enroll_help =
    注册一个验证器应用。

    会显示供扫描的二维码，并要求输入该应用的第一个验证码；没有它就什么都不保存。如果已注册过应用，
    则会先要求输入原应用的验证码。标准输入不是终端时，每个验证码是其中的一行。
command_otp_enroll_option_as_json = 每行输出一个 JSON 对象。
command_otp_enroll_option_debug = 出错时显示回溯信息。
command_otp_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw otp enroll
    {"  "}zeroclaw otp verify
command_otp_help =
    让验证器应用确认重要的操作。

    每个验证码只算一次。三次错误之后，五分钟内任何验证码都无效，之后是十分钟，依此类推。密钥保存在
    配置旁的 otp-secret 中，并用配置的密钥封存。
command_otp_status_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw otp status
    {"  "}zeroclaw otp status --json | jq .enrolled

    {"\u0008"}
    退出码：0 已显示，1 失败，2 用法错误。
command_otp_status_help = 显示是否已注册应用，以及验证码是否被锁定。
command_otp_status_option_as_json = 输出一个 JSON 对象。
command_otp_status_option_debug = 出错时显示回溯信息。
command_otp_verify_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw otp verify
    {"  "}echo 123456 | zeroclaw otp verify --json

    {"\u0008"}
    退出码：0 已接受，1 被拒绝或失败，2 用法错误，130 已取消。
command_otp_verify_help = 检查应用的一个验证码；检查后该验证码即失效。
command_otp_verify_option_as_json = 输出一个 JSON 对象。
command_otp_verify_option_debug = 出错时显示回溯信息。
command_policy_check_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw policy check -- git status
    {"  "}zeroclaw policy check -a main -- 'cd src && make test'
    {"  "}zeroclaw policy check --json -- curl -d @notes https://example.com | jq .decision

    {"\u0008"}
    退出码：0 会运行，1 不会运行或失败，2 用法错误，3 会询问用户。
command_policy_check_help =
    说明一条 shell 命令会运行、会先询问还是不会运行，并给出所依据的规则。

    只有一个词时，它被当作整个脚本；有多个词时，它们是一条命令，各词保持原样。不会运行任何东西。
command_policy_check_option_alias = 由哪个代理的风险配置来决定；省略时为常用的那个。
command_policy_check_option_as_json = 输出一个 JSON 文档。
command_policy_check_option_debug = 出错时显示回溯信息。
command_policy_epilog =
    {"\u0008"}
    示例：
    {"  "}zeroclaw policy check -- git push origin main
    {"  "}zeroclaw policy check -a main -- 'cat notes.txt | grep todo'
command_policy_help = 查看网关会如何决定一条命令，而不运行它。

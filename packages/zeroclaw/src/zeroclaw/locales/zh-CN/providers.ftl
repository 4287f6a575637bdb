# `zeroclaw providers list` 和 `check` 所说的话。

providers_answered_in_words = { $provider } 被要求调用工具，却用文字作答：使用它的智能体可以交谈，但可能无法行动。
providers_beforehand =
    { $count ->
        [1] 将向一个真实模型提两个简短问题，可能花费不到一美分。
       *[other] 将向 { $count } 个真实模型各提两个简短问题，每个可能花费不到一美分。
    }
providers_called_garbled = { $provider } 调用工具的内容没有意义：使用它的智能体可以交谈，但可能无法行动。
providers_column_aliases = 别名
providers_column_cost = 费用
providers_column_duration = 总用时
providers_column_family = 系列
providers_column_first_token = 首个词元
providers_column_key = 密钥
providers_column_key_accepted = 密钥有效
providers_column_model = 模型
providers_column_provider = 提供商
providers_column_reachable = 可达
providers_column_streaming = 流式
providers_column_title = 名称
providers_column_tokens = 词元
providers_column_tools = 工具
providers_ended_badly = { $provider } 对一个无害问题的回答以“{ $reason }”结束。
providers_fix_login = 重新登录：`zeroclaw auth login { $login }`。
providers_fix_model = 用 `zeroclaw models list --provider { $family }` 查看已知的模型，然后选一个：`zeroclaw config set { $setting } MODEL`。
providers_fix_model_live = 用 `zeroclaw models list --live --provider { $family }` 查看它有哪些模型，然后选一个：`zeroclaw config set { $setting } MODEL`。
providers_fix_server = 启动这台机器上的服务器，或将其 uri 设为它运行的地址。
providers_fix_tools = 用文字向它描述工具：`zeroclaw config set { $setting } false`；或换用能使用工具的模型。
providers_fix_tools_model = 换用能使用工具的模型；`zeroclaw models info MODEL` 会说明哪些可以。
providers_key_login = 自身登录
providers_key_login_or = 自身登录，或 { $variables }
providers_key_none = 不需要
providers_key_optional = 可选
providers_key_optional_in = { $variables }（可选）
providers_kind_endpoint = 任意端点，按其协议
providers_kind_here = 在这台机器上
providers_kind_other = 来自其他发行包
providers_kind_program = 通过供应商的程序
providers_kind_vendor = 供应商
providers_no = 否
providers_or = {" 或 "}
providers_reply_too_long = 对简短问题的回答过长
providers_reply_without_end = 回答中断，没有结束
providers_said_nothing = { $provider } 作了回答，但什么也没说。
providers_seconds = { $seconds } 秒
providers_silent = { $provider } 在 { $seconds } 秒内没有答完。
providers_silent_fix = 检查服务器和网络，或用 --timeout 给它更多时间。
providers_status_cancelled = 已取消
providers_status_failed = 失败
providers_status_ok = 正常
providers_status_warning = 警告
providers_summary = { $count } 个中有 { $works } 个可用。
providers_title_custom = OpenAI 聊天补全
providers_title_local = 模型文件
providers_tools_called = 已调用
providers_tools_garbled = 调用混乱
providers_tools_off = 未启用
providers_tools_refused = 被拒绝
providers_tools_words = 用文字
providers_unknown = { $name } 不是配置中的模型，配置中有 { $names }
providers_unknown_alone = { $name } 不是配置中的模型，配置中没有模型
providers_unknown_near = { $name } 不是配置中的模型；最接近的是 { $near }
providers_waiting = 已完成 { $done }/{ $count }，正在等待 { $names }
providers_yes = 是

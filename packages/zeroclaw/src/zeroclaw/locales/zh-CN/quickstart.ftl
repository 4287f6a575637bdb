# `zeroclaw quickstart` 所说的话。

quickstart_add = 要在其中添加一个模型和一个智能体吗？
quickstart_advice_bundled = 请用 --uri URL --model NAME 选择别处的模型，或加上 --no-test 仍然写入。
quickstart_advice_key = 请检查 --model 和 --uri，以及 { $variable } 中的密钥，或加上 --no-test 仍然写入。
quickstart_advice_keyless = 请检查 --model 和 --uri，用 --api-key-env 给出其密钥，或加上 --no-test 仍然写入。
quickstart_agent = 智能体的名称
quickstart_agent_taken = 已经存在
quickstart_agent_there = { $path } 中已有智能体 { $agent }，保持原样。请用 --agent ALIAS 指定另一个，或用 `zeroclaw config set` 更改它
quickstart_anyway = 仍要写入配置吗？
quickstart_comment_agent = 智能体：使用此模型，获准做上述操作。
quickstart_comment_bundled = 内置模型，在本机运行。
quickstart_comment_file = 由 `zeroclaw quickstart` 写入。`zeroclaw config docs` 会说明每个键。
quickstart_comment_key = 模型：{ $title }。它的密钥不在此文件中，而是从 { $variable } 读取。
quickstart_comment_keyless = 模型：{ $title }，没有密钥。
quickstart_comment_readonly = 只能读取，不能更改任何内容。
quickstart_comment_supervised = 可自行读取；更改或运行任何内容之前先询问。
quickstart_comment_yolo = 想做什么就做什么，【绝不询问】。
quickstart_endless = { $provider } 发来的回答没有结尾。
quickstart_entry_there =
    { $section ->
        [agents] { $path } 中已有 { $key }，保持原样。请用 --agent ALIAS 指定另一个智能体，或用 `zeroclaw config set` 更改它
        [providers] { $path } 中已有 { $key }，保持原样。请用 --model-provider NAME 和 --uri URL 另起名称，或用 `zeroclaw config set` 更改它
       *[other] { $path } 中已有 { $key }，保持原样。请给出另一个 --preset，或用 `zeroclaw config set` 更改它
    }
quickstart_existing = { $path } 已经存在，其中有：
quickstart_existing_agents = {"  "}智能体：{ $names }
quickstart_existing_models = {"  "}模型：{ $names }
quickstart_failed = { $provider } 的回答以错误结束。
quickstart_flag_empty = { $flag } 为空；请省略它，或给出内容
quickstart_flag_with_local = { $flag } 不能与 --local（即内置模型）同用；请省略其中之一
quickstart_key_env = 存放其密钥的环境变量，没有则填 none
quickstart_key_env_alone = --api-key-env 需要与密钥所属的 --uri URL 或 --model-provider NAME 同用
quickstart_key_env_unset = --api-key-env 所指的环境变量没有设置；请给出存放密钥的环境变量的名称，而不是密钥本身
quickstart_key_missing = 没有设置环境变量 { $variable }，因此没有 { $title } 的密钥；请设置它，或用 --api-key-env 指定另一个
quickstart_key_unset = 在此处未设置；请先设置，或填 none
quickstart_listing = 正在询问 { $title } 有哪些模型 …
quickstart_looking = 正在查找模型服务器、密钥和内置模型 …
quickstart_model = 使用哪个模型
quickstart_next = 下一步：{ $command }
quickstart_no_listing = { $title } 没有说明它有哪些模型；请给出 --model NAME
quickstart_not_listed = 必须是 1 到 { $count } 之间的数字
quickstart_offer_bundled = 本机上的内置模型，非常小
quickstart_offer_key = { $title }，密钥在 { $variable } 中
quickstart_offer_other = 其他兼容 OpenAI 的端点，按 URL 指定
quickstart_offer_server = 本机上的 { $title }，有 { $count } 个模型
quickstart_offers = 模型在哪里？
quickstart_options_more = {"     "}… 还有 { $count } 个；可以输入任何名称
quickstart_preset = 智能体可以做什么？
quickstart_preset_readonly = readonly：只读取，不作任何更改
quickstart_preset_supervised = supervised：自行读取，执行操作前先询问
quickstart_preset_yolo = yolo：任何操作都【不经询问】直接执行
quickstart_silent = { $provider } 在 { $seconds } 秒内没有任何应答。
quickstart_take = 你的选择
quickstart_tested = 它能回答。
quickstart_trying = 正在请求 { $provider } 的 { $model } 生成一个 token …
quickstart_unasked =
    { $missing ->
        [model] 此处无法询问；请给出 --model NAME，或加上 --yes 采用所建议的内容
        [provider] 此处无法询问；请给出 --model-provider NAME（或 --uri URL，或 --local），或加上 --yes 采用所建议的内容
       *[other] 此处无法询问；请给出 --model-provider NAME（或 --uri URL，或 --local）和 --model NAME，或加上 --yes 采用所建议的内容
    }
quickstart_unchanged = 未写入任何内容。
quickstart_unknown_provider = --model-provider { $name } 没有安装；有 { $known } 等，`zeroclaw quickstart` 会列出全部；要用其他端点，请同时给出 --uri URL
quickstart_uri = 其 API 的根地址，例如 http://127.0.0.1:8080/v1
quickstart_write = 要将此内容写入 { $path } 吗？
quickstart_wrong = 该值{ $problem }。
quickstart_wrote = 已写入 { $path }：{ $agent }（{ $preset }）使用 { $provider } 的 { $model }。
quickstart_yolo = 警告：yolo 会关闭询问。凡是你的账户能运行的命令、能更改的文件，智能体都可以运行和更改，危险的也不例外，而且【绝不会】事先询问你。
quickstart_yolo_sure = 确定要这样吗？
quickstart_yolo_unasked = 此处无法询问是否确实要用 yolo；请在 --preset yolo 之外加上 --yes
quickstart_advice_program = 请检查 --model，用该程序自行登录，或加上 --no-test 仍然写入。
quickstart_comment_program = 模型：{ $title }，通过程序 { $program } 及其自己的登录来使用。
quickstart_not_found = 既不是列表中的数字，也不是名称的一部分
quickstart_offer_program = { $title }，通过已安装的程序 { $program }
quickstart_provider_meant = --model-provider { $name } 没有安装；是不是 { $near }？要用其他端点，请同时给出 --uri URL
quickstart_region = 你的账户在 { $title } 的哪个端点？
quickstart_search_more = {"     "}… 还有 { $count } 个；输入名称的一部分即可查找
quickstart_setting = { $title } 的 { $setting }

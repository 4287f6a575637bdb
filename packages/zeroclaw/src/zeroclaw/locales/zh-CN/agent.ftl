# `zeroclaw agent` 所说的话。

agent_continue_or_session = --continue 不能与 --session 同用；请省略其中之一
agent_flag_with_local = { $flag } 不能与在本机运行的模型同用；请省略其中之一
agent_key_env_alone = --api-key-env 用于 --uri；请同时给出两者
agent_model_is_file = --model 不能指定文件形式的模型；请使用 --model-path
agent_no_session = 智能体 { $agent } 没有可以继续的会话；请省略 --continue
agent_no_session_name = { $name } 不能用作会话名：最多 100 个字符，不含斜杠和控制字符
agent_nothing_to_say = 没有要说的内容：请给出 -m TEXT，或通过管道传入文本
agent_tools_alone = --tools 须与 --local 或 --model-path 同用；其他模型总会得到工具
agent_unconfigured = 没有配置，因此除 { $agent } 外没有其他智能体；请省略 --agent，或写一份配置
agent_unconfined = 【不受限制】{ $agent } 的 shell 命令不受任何限制，因为 { $profile } 关闭了沙箱。重新启用沙箱：zeroclaw config set { $setting } auto
agent_uri_alone = --uri 还需要 --model NAME
bundled_model = 内置模型非常小：能简单聊几句，但会弄错事实。要用更好的模型，请下载一个 GGUF 文件并用 --model-path FILE 指定，或使用 --uri URL。
session_name_taken = 已有另一个会话使用此名称
stdin_binary = 它是二进制内容，不是文本
stdin_not_text = 它不是 UTF-8（第 { $byte } 字节）
stdin_too_long = 它超过 { $limit } KiB
stdin_waiting = 正在读取标准输入直到结束，以便附上其内容；用 `< /dev/null` 则不附加任何内容。
no_model_has_price = 没有任何模型标有价格
no_model_sees = 没有已知能看图片的模型

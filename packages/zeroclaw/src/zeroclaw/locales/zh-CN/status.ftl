# `zeroclaw status` 显示的内容。

overview_agent = { $alias } · { $provider } · { $model } · { $level }
overview_amount =
    { $of ->
        [session] 每个会话 { $dollars } 美元
        [agent] 每个智能体 { $dollars } 美元
        [day] 每天 { $dollars } 美元
        [month] 每月 { $dollars } 美元
       *[other] 每 { $of } { $dollars } 美元
    }
overview_config = { $path }
overview_database = { $size } MB，位于 { $path }
overview_disabled = { $path }：{ $problems }
overview_full = FULL：{ $alias } 行动时不会询问你。所有工具都无需批准，包括 shell 命令和文件操作，无论风险高低。
overview_label_agent = 智能体
overview_label_config = 配置
overview_label_database = 数据库
overview_label_disabled = 已停用
overview_label_home = 主目录
overview_label_sessions = 会话
overview_label_version = 版本
overview_limits = 每个轮次最多 { $iterations } 个请求、{ $seconds } 秒，{ $budget }
overview_no_budget = 没有费用限制
overview_no_config = { $path }（不存在）
overview_no_database = 尚无
overview_no_sessions = { $count }
overview_sessions = { $count } 个，最近的是 { $latest }，时间 { $at }
overview_sessions_unread = 无法读取；`zeroclaw doctor` 会说明原因
overview_confined =
    { $network ->
        [open] shell 命令由 { $works } 限制，整个网络开放
       *[none] shell 命令由 { $works } 限制，没有网络
    }
overview_half_confined =
    { $network ->
        [open] shell 命令由 { $works } 限制，整个网络开放；它们能看到其他文件的名称、大小和时间，也能更改你自己文件的权限、所有者和时间
       *[none] shell 命令由 { $works } 限制，没有网络；它们能看到其他文件的名称、大小和时间，也能更改你自己文件的权限、所有者和时间
    }
overview_no_commands = 不运行 shell 命令
overview_sandbox_fails = { $alias } 的 shell 命令在这里都不会运行：它的沙箱 { $sandbox } 无法工作（{ $problem }）；`zeroclaw doctor` 会说明怎么办。
overview_unasked = { $alias } 不经询问就运行会更改内容的 shell 命令。
overview_unconfined = 【不受限制】{ $profile } 关闭了沙箱，因此凡是你能读取、更改和发送的，{ $alias } 的 shell 命令也能。重新启用沙箱：`zeroclaw config set { $setting } auto`。
overview_wide_root =
    { $access ->
        [write] { $alias } 可以读写 { $folder } 中的一切，而你的主文件夹就在其中。
       *[read] { $alias } 可以读取 { $folder } 中的一切，而你的主文件夹就在其中。
    }

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
overview_bubblewrap = bubblewrap 会让命令启动的进程随命令一同结束；命令读取或发送的内容不受任何限制
overview_config = { $path }
overview_database = { $size } MB，位于 { $path }
overview_disabled = { $path }：{ $problems }
overview_full = FULL：{ $alias } 行动时不会询问你。所有工具都无需批准，包括 shell 命令和文件操作，无论风险高低。
overview_label_agent = 智能体
overview_label_config = 配置
overview_label_database = 数据库
overview_label_disabled = 已停用
overview_label_home = 主目录
overview_label_sandbox = 沙箱
overview_label_sessions = 会话
overview_label_version = 版本
overview_limits = 每个轮次最多 { $iterations } 个请求、{ $seconds } 秒，{ $budget }
overview_no_bubblewrap = 未安装 bubblewrap；命令读取或发送的内容不受任何限制
overview_no_budget = 没有费用限制
overview_no_config = { $path }（不存在）
overview_no_database = 尚无
overview_no_sessions = { $count }
overview_sessions = { $count } 个，最近的是 { $latest }，时间 { $at }
overview_sessions_unread = 无法读取；`zeroclaw doctor` 会说明原因
overview_unasked = { $alias } 运行 shell 命令时不会询问你。

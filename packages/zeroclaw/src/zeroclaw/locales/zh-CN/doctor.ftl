# `zeroclaw doctor` 的检查结果；以 _fix 结尾的键说明如何处理。

check_all_fine = 没有问题。
check_answered = { $provider }（{ $place }）有应答，并提供模型 { $model }。
check_asking = 正在询问 { $count } 个提供方，可能需要 5 秒。
check_bundled_missing = { $provider }：未安装内置模型 { $model }。
check_bundled_missing_fix = 运行 `zeroclaw models fetch-bundled`。
check_clock = 本机时钟与 { $provider } 的时钟相差不超过 { $seconds } 秒。
check_clock_alone = 本机时钟显示 { $now }；没有提供方报告自己的时间。
check_clock_fast = 本机时钟比 { $provider } 的时钟快 { $seconds } 秒。
check_clock_fast_fix = 校准本机时钟，最好与时间服务器同步。
check_clock_slow = 本机时钟比 { $provider } 的时钟慢 { $seconds } 秒。
check_clock_slow_fix = 校准本机时钟，最好与时间服务器同步。
check_clock_year = 本机时钟显示现在是 { $year } 年：任何证书都无法通过验证。
check_clock_year_fix = 校准本机时钟，最好与时间服务器同步。
check_config = { $path } 可以使用；其中的智能体有 { $agents }。
check_config_missing = { $path } 处没有配置。
check_config_missing_fix = 运行 `zeroclaw quickstart`，或将 ZEROCLAW_HOME 设为含有 config.toml 的文件夹。
check_config_several = { $path } 可以使用；其中有多个智能体，需要用 --agent 指明是哪一个：{ $agents }。
check_database = { $path } 完好：{ $size } MB，{ $sessions } 个会话。
check_database_closed = 无法读取 { $path }：{ $problem }。
check_database_closed_fix = 恢复它的副本，或将它移走，连同旁边文件名以它的名称开头的文件；之后会新建一个，其中没有原来的会话。
check_database_damaged = { $path } 已损坏：{ $damage }
check_database_damaged_fix = 恢复它的副本，或将它移走，连同旁边文件名以它的名称开头的文件；之后会新建一个，其中没有原来的会话。
check_database_empty = { $path } 中还没有会话。
check_database_held = 进程 { $pid } 锁住了 { $path }。
check_database_held_fix = 等待该进程结束，或终止它。
check_database_too_new = { $path } 由更新的版本写入（结构版本 { $found }，本版本支持到 { $known }）。
check_database_too_new_fix = 更新 ZeroClaw，或恢复之前的副本。
check_disabled = { $entry } 已停用。{ $problem }
check_disk = { $folder } 可以写入，剩余空间 { $megabytes } MB。
check_disk_full = { $folder } 只剩 { $megabytes } MB 空间。
check_disk_full_fix = 在那里腾出一些空间，或将 ZEROCLAW_HOME 设为别处的文件夹。
check_disk_later = 主目录可以建在 { $folder } 中，剩余空间 { $megabytes } MB。
check_dumb_terminal = TERM 未设置或为 dumb，因此聊天只能逐行进行。
check_dumb_terminal_fix = 将 TERM 设为你的终端类型，例如 xterm-256color。
check_engine_missing = { $provider } 在本机运行，但所需的引擎未安装。
check_engine_missing_fix = 将软件包 xllamacpp 安装到此命令所在的环境中，即 zeroclaw 的附加组件 `local`。
check_errors = { $count } 个错误
check_file_unusable = { $provider } 无法使用模型文件 { $path }：{ $problem }。
check_file_unusable_fix = 将其 model_path 设为一个 GGUF 文件。
check_fix = → { $fix }
check_foreign_file = { $path } 属于另一个用户，其用户编号为 { $owner }。
check_foreign_file_fix = 将它的所有者改为运行 zeroclaw 的用户，或以那个用户的身份运行 zeroclaw。
check_key_missing = { $key } 已加密，但密钥文件 { $path } 不存在。
check_key_refused = { $provider }（{ $place }）拒绝了密钥。
check_key_refused_fix = 提供有效的密钥：`zeroclaw secrets set { $key }`。
check_key_unfetched = 未询问 { $provider }。{ $problem }
check_key_unfetched_fix = 按其说明处理，或将密钥本身加密保存：`zeroclaw secrets set { $key }`。
check_key_unusable = { $key } { $clause }。
check_key_wanted = { $provider }（{ $place }）需要密钥，但没有设置。
check_key_wanted_fix = 提供密钥：`zeroclaw secrets set { $key }`。
check_linux = Linux { $release }，Python { $python }。
check_local_engine = 已安装在本机运行模型的引擎，未安装内置模型。
check_local_model = 已安装内置模型，未安装在本机运行模型的引擎。
check_local_nothing = 在本机运行模型的引擎和内置模型都未安装。
check_local_whole = 已安装在本机运行模型的引擎和一个非常小的模型。
check_macos = macOS { $release }，Python { $python }：在此系统上测试较少，智能体也不能运行命令。
check_macos_fix = 如果智能体需要运行命令，请在 Linux 上运行 zeroclaw。
check_missing_parts = 缺少 ZeroClaw 的组件：{ $names }。
check_missing_parts_fix = 重新安装同一版本的全套组件。
check_misspelt = { $problem }
check_misspelt_fix = 在该处写 { $nearest }：{ $place }。
check_mixed_parts = 这是 ZeroClaw { $own }，但有组件属于其他版本：{ $names }。
check_mixed_parts_fix = 重新安装同一版本的全套组件。
check_model_not_listed = { $provider }（{ $place }）没有模型 { $model }；它有 { $models }。
check_model_not_listed_fix = 改用它提供的模型：`zeroclaw config set { $setting } { $other }`。
check_model_unknown = { $provider }（{ $place }）拒绝了模型 { $model }。
check_model_unknown_fix = 将 { $setting } 设为它提供的模型。
check_no_database = 还没有会话；第一个会话开始时会创建 { $path }。
check_no_files = 还没有可能被他人读取的文件。
check_no_models = 没有配置模型，因此没有询问任何提供方。
check_no_terminal = 输出不是终端；其编码为 { $encoding }。
check_not_utf8 = 此终端或区域设置的编码是 { $encoding }，而不是 UTF-8。
check_not_utf8_fix = 选择使用 UTF-8 的区域设置：`export LC_ALL=C.UTF-8`。
check_not_writable = 无法在 { $folder } 中写入：{ $problem }。
check_not_writable_fix = 使它可写，或将 ZEROCLAW_HOME 设为其他文件夹。
check_nothing_sealed = 配置中没有已加密的内容。
check_notice_fix = 删除它，或保留不动：它不起作用。
check_old_config = { $problem }
check_old_config_fix = 运行 `zeroclaw config migrate`。
check_open_file = 他人可能读取 { $path }。
check_open_file_fix = 运行 `{ $command }`。
check_open_key = 他人可能使用 { $path }，用它能解开配置中所有已加密的内容。
check_open_key_fix = 运行 `{ $command }`；如果已被他人读取，还要运行 `zeroclaw secrets rotate-key`。
check_open_to_change = 他人可能更改 { $path }。
check_open_to_change_fix = 运行 `{ $command }`。
check_parts = ZeroClaw 的全部 { $count } 个组件都是版本 { $own }。
check_private = 现有的 { $count } 个文件和文件夹只归你一人所有。
check_problem = { $problem }
check_problem_fix = 在该处更改：{ $place }。
check_ready = { $provider } 可以在本机运行 { $model }。
check_rotation = 替换密钥 { $path } 的过程没有完成；旧密钥仍然存在。
check_rotation_fix = 运行 `zeroclaw secrets rotate-key`。
check_sealed = 全部 { $count } 个已加密的值都能解开。
check_severity_error = 错误
check_severity_ok = 正常
check_severity_warning = 警告
check_silent = { $provider }（{ $place }）在 { $seconds } 秒内没有应答。
check_silent_fix = 检查服务器和网络，然后再次运行 `zeroclaw doctor`。
check_skipped = 未询问 { $provider }。
check_subject_clock = 时钟
check_subject_config = 配置
check_subject_database = 数据库
check_subject_disk = 磁盘
check_subject_installed = 安装
check_subject_permissions = 权限
check_subject_platform = 平台
check_subject_providers = 提供方
check_subject_sandbox = 沙箱
check_subject_secrets = 机密
check_subject_terminal = 终端
check_summary = { $errors }，{ $warnings }。
check_terminal = 终端类型为 { $kind }，编码为 { $encoding }。
check_troubled = { $provider }（{ $place }）有应答，但不正常：{ $problem }。
check_troubled_fix = 查看它的说明，然后再次运行 `zeroclaw doctor`。
check_unfinished = 在 { $seconds } 秒内未能查明 { $subject } 的情况。
check_unfinished_fix = 运行 `zeroclaw doctor --offline`；如果同样耗时，请检查主目录所在的磁盘。
check_unopened = { $problem }
check_unopened_fix = 恢复密钥文件，或重新设置该机密：`zeroclaw secrets set { $key }`。
check_unreachable = 无法连接 { $provider }（{ $place }）：{ $problem }。
check_unreachable_fix = 检查其 uri、服务器是否在运行，以及网络。
check_unseen = 无法查看 { $path }。
check_unseen_fix = 将其所在文件夹的所有者改为运行 zeroclaw 的用户。
check_unsupported = 不支持 { $platform }：请使用 Linux 或 macOS。
check_variable = { $problem }
check_variable_fix = 在启动 zeroclaw 的环境中设置：{ $names }。
check_warnings = { $count } 个警告
disk_not_yours = 你无权在其中写入
model_no_file = 没有这个文件
model_no_gguf = 它不是 GGUF 文件
model_not_installed = 它未安装
provider_too_slow = 它没有及时应答请求
check_hint = 智能体 { $agent } 没有模型：{ $problem }
check_hint_fix = 请为该提示添加路由，或把配置中的某个模型设为 { $agent } 的 model_provider。
check_key_unset = { $provider } 使用 { $model } 需要密钥：其配置节中没有，环境变量 { $variable } 也没有设置。
check_key_unset_fix = 在启动 zeroclaw 的环境中设置 { $variable }，或将密钥加密保存：`zeroclaw secrets set { $key }`。
check_unusable = 无法询问 { $provider }。{ $problem }
check_unusable_fix = 按其说明处理，然后再次运行 `zeroclaw doctor`。
check_asks_first = 会更改内容的 shell 命令只有在你批准后才会运行。
check_confined =
    { $network ->
        [open] { $works } 将 { $agents } 的 shell 命令限制在工作区、其风险配置增加的位置和本系统的程序之内。
       *[none] { $works } 将 { $agents } 的 shell 命令限制在工作区、其风险配置增加的位置和本系统的程序之内，并且没有网络。
    }
check_half_confined =
    { $network ->
        [open] { $works } 限制 { $agents } 的 shell 命令。但它们仍能看到其他文件的名称、大小和时间，也能更改你自己文件的权限、所有者和时间。
       *[none] { $works } 限制 { $agents } 的 shell 命令，并且没有网络。但它们仍能看到其他文件的名称、大小和时间，也能更改你自己文件的权限、所有者和时间。
    }
check_network_open = 以下智能体的 shell 命令可以访问整个网络，凡是能读取的都能发送出去：{ $agents }。
check_network_open_fix = 关闭网络：`zeroclaw config set { $setting } none`。
check_runs_unasked =
    { $confined ->
        [yes] 以下智能体不经询问就运行任何 shell 命令，包括风险最高的，只有沙箱加以限制：{ $agents }。
       *[no] 以下智能体不经询问就以你自己的权限运行任何 shell 命令，包括风险最高的，因此凡是你能读取、更改或发送的，它们也能：{ $agents }。
    }
check_runs_unasked_fix = 改为先询问你：`zeroclaw config set { $setting } supervised`。
check_sandbox_fails = 以下智能体的 shell 命令在这里都不会运行，因为它们的沙箱 { $sandbox } 无法工作（{ $problem }）：{ $agents }。
check_sandbox_fails_fix =
    { $remedy ->
        [install] 安装 bubblewrap，可从系统的包管理器获得。
        [install_or] 安装 bubblewrap（可从系统的包管理器获得），或改用在这里可用的 { $other }：`zeroclaw config set { $setting } { $other }`。
        [namespaces] 允许 bwrap 创建用户命名空间：为它设置 AppArmor 配置，或设置 kernel.apparmor_restrict_unprivileged_userns = 0。
        [namespaces_or] 为 bwrap 设置 AppArmor 配置，允许它创建用户命名空间，或改用在这里可用的 { $other }：`zeroclaw config set { $setting } { $other }`。
       *[other] 改用在这里可用的 { $other }：`zeroclaw config set { $setting } { $other }`。
    }
check_sandbox_ready = { $works } 在这里可用。目前没有智能体运行 shell 命令。
check_sandbox_unready = 这里没有可用的沙箱（{ $problem }），因此智能体的任何 shell 命令都不会运行。
check_sandbox_unready_fix =
    { $remedy ->
        [install] 安装 bubblewrap，可从系统的包管理器获得。
       *[namespaces] 允许 bwrap 创建用户命名空间：为它设置 AppArmor 配置，或设置 kernel.apparmor_restrict_unprivileged_userns = 0。
    }
check_shell_approved =
    { $confined ->
        [yes] 以下智能体不经询问就在其沙箱内运行会更改内容的 shell 命令，只有风险最高的除外：{ $agents }。
       *[no] 以下智能体不经询问就以你自己的权限运行会更改内容的 shell 命令，只有风险最高的除外，因此凡是你能读取、更改或发送的，它们也能：{ $agents }。
    }
check_shell_approved_fix = 改为先询问你：从 { $profile } 的 auto_approve 中去掉 shell。
check_unconfined = { $agents } 的 shell 命令【不受任何限制】：{ $profile } 关闭了沙箱，因此凡是你能读取、更改和发送的，它们也能。
check_unconfined_fix = 重新启用沙箱：`zeroclaw config set { $setting } auto`。
check_weaker_sandbox =
    { $network ->
        [open] bubblewrap 在这里无法工作，因此由 { $works } 限制 { $agents } 的 shell 命令。但它们仍能看到其他文件的名称、大小和时间，也能更改你自己文件的权限、所有者和时间。
       *[none] bubblewrap 在这里无法工作，因此由 { $works } 限制 { $agents } 的 shell 命令，并且没有网络。但它们仍能看到其他文件的名称、大小和时间，也能更改你自己文件的权限、所有者和时间。
    }
check_weaker_sandbox_fix =
    { $remedy ->
        [install] 安装 bubblewrap，可从系统的包管理器获得。
       *[namespaces] 允许 bwrap 创建用户命名空间：为它设置 AppArmor 配置，或设置 kernel.apparmor_restrict_unprivileged_userns = 0。
    }
check_wide_root =
    { $access ->
        [write] 以下智能体可以读写 { $folder } 中的一切，而你的主文件夹就在其中：{ $agents }。
       *[read] 以下智能体可以读取 { $folder } 中的一切，而你的主文件夹连同其中的密钥和密码就在其中：{ $agents }。
    }
check_wide_root_fix = 在 { $setting } 中改用更小的文件夹。
sandbox_too_slow = 它在 { $seconds } 秒内没有运行命令

# What `zeroclaw status` shows.

overview_agent = { $alias } · { $provider } · { $model } · { $level }
overview_amount =
    { $of ->
        [session] { $dollars } USD for each session
        [agent] { $dollars } USD for each agent
        [day] { $dollars } USD for each day
        [month] { $dollars } USD for each month
       *[other] { $dollars } USD for each { $of }
    }
overview_bubblewrap = bubblewrap ends what a command starts; nothing confines what a command reads or sends
overview_config = { $path }
overview_database = { $size } MB at { $path }
overview_disabled = { $path }: { $problems }
overview_full = FULL: { $alias } acts without asking you. Approval is off for every tool, shell commands and files included, whatever their risk.
overview_label_agent = agent
overview_label_config = config
overview_label_database = database
overview_label_disabled = disabled
overview_label_home = home
overview_label_sandbox = sandbox
overview_label_sessions = sessions
overview_label_version = version
overview_limits = { $iterations } requests and { $seconds } s for each turn, { $budget }
overview_no_bubblewrap = bubblewrap is not installed; nothing confines what a command reads or sends
overview_no_budget = no limit in money
overview_no_config = { $path } (does not exist)
overview_no_database = none yet
overview_no_sessions = { $count }
overview_sessions = { $count }, the latest { $latest } at { $at }
overview_sessions_unread = cannot be read; `zeroclaw doctor` tells why
overview_unasked = { $alias } runs shell commands without asking you.

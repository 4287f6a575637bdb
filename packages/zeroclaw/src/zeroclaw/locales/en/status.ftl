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
overview_config = { $path }
overview_database = { $size } MB at { $path }
overview_disabled = { $path }: { $problems }
overview_full = FULL: { $alias } acts without asking you. Approval is off for every tool, shell commands and files included, whatever their risk.
overview_label_agent = agent
overview_label_config = config
overview_label_database = database
overview_label_disabled = disabled
overview_label_home = home
overview_label_sessions = sessions
overview_label_version = version
overview_limits = { $iterations } requests and { $seconds } s for each turn, { $budget }
overview_no_budget = no limit in money
overview_no_config = { $path } (does not exist)
overview_no_database = none yet
overview_no_sessions = { $count }
overview_sessions = { $count }, the latest { $latest } at { $at }
overview_sessions_unread = cannot be read; `zeroclaw doctor` tells why
overview_confined =
    { $network ->
        [open] shell commands are confined by { $works }, with the whole network open
       *[none] shell commands are confined by { $works }, without network
    }
overview_half_confined =
    { $network ->
        [open] shell commands are confined by { $works }, with the whole network open; they see names, sizes and times of other files, and can change modes, owners and times of yours
       *[none] shell commands are confined by { $works }, without network; they see names, sizes and times of other files, and can change modes, owners and times of yours
    }
overview_no_commands = runs no shell commands
overview_sandbox_fails = No shell command of { $alias } runs here: its sandbox { $sandbox } does not work ({ $problem }); `zeroclaw doctor` tells what to do.
overview_unasked = { $alias } runs shell commands that change things without asking you.
overview_unconfined = UNCONFINED: { $profile } turns the sandbox off, so that shell commands of { $alias } read, change and send all that you can. Turn it on again: `zeroclaw config set { $setting } auto`.
overview_wide_root =
    { $access ->
        [write] { $alias } may read and write all in { $folder }, which holds your home folder.
       *[read] { $alias } may read all in { $folder }, which holds your home folder.
    }

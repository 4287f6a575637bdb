# `zeroclaw approvals` 的说法，以及批准未被保存的原因。

approval_unbounded = 它没有说明批准的对象
approval_unwritable = 其中有无法写下的字符
approvals_ambiguous = 有多项批准以 { $id } 开头；请多给出几位。
approvals_call = 完全相同的调用：{ $digest }
approvals_full = 文件已满；请用 `zeroclaw approvals revoke` 撤销一些批准
approvals_left = 未撤销任何批准。
approvals_malformed = 它与写入时不同
approvals_no_id = { $id } 不是标识；可用 `zeroclaw approvals list` 查看
approvals_none = 没有长期有效的批准。
approvals_path = 此路径：{ $path }
approvals_prefix = 以此开头的命令：{ $words }
approvals_question = 要撤销 { $count } 项批准吗？
approvals_revoked = 已为 { $agent } 的 { $tool } 撤销：{ $scope }
approvals_unknown = 没有批准 { $id }；可用 `zeroclaw approvals list` 查看。
approvals_usage = 请给出标识或 --all，二者选一；--agent 须与 --all 同用

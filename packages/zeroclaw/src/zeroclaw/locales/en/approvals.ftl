# What `zeroclaw approvals` says, and why an approval is not kept.

approval_unbounded = it does not say what it is for
approval_unwritable = it has characters that cannot be written down
approvals_ambiguous = Several approvals begin with { $id }; give more of it.
approvals_call = exactly this call: { $digest }
approvals_full = the file is full; revoke some with `zeroclaw approvals revoke`
approvals_left = Nothing was revoked.
approvals_malformed = it is not as it was written
approvals_no_id = { $id } is no id; `zeroclaw approvals list` shows them
approvals_none = Nothing was approved for good.
approvals_path = this path: { $path }
approvals_prefix = commands that begin with: { $words }
approvals_question =
    { $count ->
        [1] Revoke { $count } approval?
       *[other] Revoke { $count } approvals?
    }
approvals_revoked = Revoked for { $agent }, { $tool }: { $scope }
approvals_unknown = There is no approval { $id }; `zeroclaw approvals list` shows them.
approvals_usage = Name either ids or --all; --agent goes with --all

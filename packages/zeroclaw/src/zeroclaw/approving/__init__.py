"""What `zeroclaw approvals` does: lists, revokes what was approved for good."""

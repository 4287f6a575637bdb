"""The ledger of calls, as files that only grow."""

"""What the ledger keeps of a call, how its chain is checked."""

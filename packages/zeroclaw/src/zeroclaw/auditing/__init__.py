"""Look at the ledger of calls from the command line."""

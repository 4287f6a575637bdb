"""What `zeroclaw policy` does: says how the gate would decide about a command."""

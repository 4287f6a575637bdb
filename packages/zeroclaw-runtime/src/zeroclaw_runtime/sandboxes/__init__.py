"""The sandboxes: ways to confine one command before it starts."""

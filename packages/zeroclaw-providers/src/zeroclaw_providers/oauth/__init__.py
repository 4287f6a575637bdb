"""Logs in to services that hand out tokens."""

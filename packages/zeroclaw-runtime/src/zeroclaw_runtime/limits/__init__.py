"""Limits that sessions, turns, later also sub-agents share: one a module."""

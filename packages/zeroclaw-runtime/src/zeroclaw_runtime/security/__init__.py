"""Decides whether a call may happen."""

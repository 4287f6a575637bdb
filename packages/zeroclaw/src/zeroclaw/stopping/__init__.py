"""Engage or resume the emergency stop of an installation."""

"""Approvals that a person gave for good, kept in a file of the installation."""

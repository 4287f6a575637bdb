"""The approvals that were given for good, in a file of the installation."""

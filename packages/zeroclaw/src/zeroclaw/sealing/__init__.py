"""Change or list the secrets of the configuration from the command line."""

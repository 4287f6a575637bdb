"""Change a configuration file without touching what was not meant."""

"""Logins to services, from the question on the command line to the token for a provider."""

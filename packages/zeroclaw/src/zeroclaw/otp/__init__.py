"""One-time codes of an authenticator app, at the command line."""

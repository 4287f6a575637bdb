"""One-time codes of an authenticator app: what they are, which count, for how long."""

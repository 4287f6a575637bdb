"""Fetches the bundled model into the environment that this program runs in."""

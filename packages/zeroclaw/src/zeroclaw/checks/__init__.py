"""Finds out what an installation is like, or what is wrong with it."""

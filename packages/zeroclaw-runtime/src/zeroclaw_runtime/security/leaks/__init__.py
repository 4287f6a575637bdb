"""Secrets in a text that is about to leave: how they are found, what stands in their place."""

"""Describe what a configuration may say."""

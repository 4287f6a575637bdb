"""Turns a config with a command line into an agent whose sessions can be opened."""

"""Stores that need nothing installed."""

"""Bring configuration documents of older forms to the current one."""

"""Decides what is wrong from facts, without looking at anything itself."""

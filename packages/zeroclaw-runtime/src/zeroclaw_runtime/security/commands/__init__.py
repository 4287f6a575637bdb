"""Judges shell scripts by the words of every simple command in them."""

"""Gathers the facts that are judged, leaving everything as it was."""

"""The dialects, one module each."""

"""The Anthropic Messages protocol, as its vendor speaks it with some others."""

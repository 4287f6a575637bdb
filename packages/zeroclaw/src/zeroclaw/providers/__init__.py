"""Shows which providers there are, with what becomes of asking them."""

"""Shows what is known about models."""

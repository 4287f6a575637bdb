"""Talk with an agent at a terminal."""

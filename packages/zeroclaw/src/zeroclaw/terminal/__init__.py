"""Show one turn on a terminal."""

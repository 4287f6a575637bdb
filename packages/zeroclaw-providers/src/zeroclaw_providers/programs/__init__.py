"""Models behind a program of their vendor, which is run once for each request."""

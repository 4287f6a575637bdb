"""Models of GitHub Copilot."""

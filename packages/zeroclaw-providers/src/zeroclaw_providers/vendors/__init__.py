"""The vendors whose endpoints speak OpenAI chat completions, as data."""

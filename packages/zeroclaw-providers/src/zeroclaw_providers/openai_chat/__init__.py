"""The OpenAI chat completions protocol, as most servers speak it."""

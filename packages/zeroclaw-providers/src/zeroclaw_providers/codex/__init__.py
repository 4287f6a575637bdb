"""The models that a subscription of ChatGPT pays for."""

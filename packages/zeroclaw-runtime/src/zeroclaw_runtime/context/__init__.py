"""What a model is shown: the prompt, the window of history, memories."""

"""Makes the JSON Schema of a tool fit what a model's endpoint takes."""

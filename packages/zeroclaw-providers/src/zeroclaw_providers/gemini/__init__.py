"""Google's own protocol for its Gemini models."""

"""Tools for models that write their calls as text, over a provider of any protocol."""

"""Keep the secrets of a configuration at rest."""

"""The first run: from an empty home to a config whose model has answered."""

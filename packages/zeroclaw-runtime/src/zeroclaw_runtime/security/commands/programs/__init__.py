"""Says of each known program what its options do, one module for each family."""

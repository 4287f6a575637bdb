"""One turn, a file per step, in the order of the loop in `engine`."""

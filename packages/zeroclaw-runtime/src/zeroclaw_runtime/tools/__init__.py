"""Tools as the kernel sees them: which are offered, how they are checked, how they run."""

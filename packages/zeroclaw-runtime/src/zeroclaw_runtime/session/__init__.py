"""One conversation as an actor, with its repair after a crash."""

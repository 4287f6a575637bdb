"""The process room: commands that leave no process behind."""

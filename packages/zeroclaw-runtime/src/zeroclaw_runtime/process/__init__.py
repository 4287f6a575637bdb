"""The process room: commands that leave no process behind."""

from zeroclaw_runtime.process.choose import ReaperChoice, open_processes

__all__ = ["ReaperChoice", "open_processes"]

"""The version of this distribution, where reading it costs nothing."""

__all__ = ["VERSION"]

VERSION = "0.1.0"

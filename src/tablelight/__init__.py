"""Tablelight: a game table for light tabletop RPGs that knows the rules."""

__version__ = "0.1.0"

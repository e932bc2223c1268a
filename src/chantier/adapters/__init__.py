"""Doors for other programs. None of them knows a game by name."""

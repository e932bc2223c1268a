"""Arkadia in words: what actions, events, reasons and the table in a terminal are called, in every language."""

from pathlib import Path

FOLDER = Path(__file__).parent  # with the texts of every language

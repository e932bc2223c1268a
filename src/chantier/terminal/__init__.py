"""The table as text: play, replay, lessons."""

"""Sets of one's own."""

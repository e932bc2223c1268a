"""Many games, and what they show: arena, standings, balance, fuzz, bench, data sets."""

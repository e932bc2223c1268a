"""The games: one folder each, all with the same files. A folder that is put here is found; nothing has to be registered."""

FIRST = ("world_monuments", "arkadia", "queens_architect")  # in this order where games are listed; others follow by name

"""A table without a server: the same hall, inside of a page. Imports nothing that a server needs; `chantier site` ships it."""

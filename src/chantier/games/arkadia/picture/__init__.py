"""Arkadia as a picture: the scene, its sheets, and the art on them."""

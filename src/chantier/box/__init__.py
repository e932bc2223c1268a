"""Sets of one's own: the figures of a box, an editor for them, a walk through what is ours, and whether a set is sound."""

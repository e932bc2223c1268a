"""What the search of World Monuments expects of the rounds to come."""

from __future__ import annotations

from typing import Any

from chantier import games

GAME = games["world_monuments"]
RULES: Any = GAME.rules


def test_a_kept_brick_is_worth_its_part_of_the_places_that_are_left() -> None:
    """The more bricks of its kind there are, the less each is worth; without a place it is worth nothing."""
    s = GAME.setup(2)
    s.current_round = 2
    places = [p for p in range(RULES.PLAN_SIZE[s.monument]) if RULES.PLAN_KIND[s.monument][p] == 0]
    for place in places[1:]:
        s.built[place] = 1
    coming = RULES.MATERIAL[s.monument][2][0]
    points = RULES.PLAN_POINTS[s.monument][places[0]]
    assert RULES.prospects(s, 0) == 100 * points // coming
    s.seat[0].pieces[0] = 3
    assert RULES.prospects(s, 0) == 100 * points // (coming + 3)
    assert RULES.outlook(s, 0) - RULES.outlook(s, 1) >= 3 * RULES.prospects(s, 0) * RULES.KEPT[2] // 100 - RULES.FIRST_WALK
    s.built[places[0]] = 1
    assert RULES.prospects(s, 0) == 0

"""Requests about games: what they are, their rules, lessons and puzzles."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from chantier.core import games
from chantier.table import about, answering, position, refusals, study
from chantier.table.asking import REFUSALS, Refusal, language_of

requests = APIRouter(responses=REFUSALS)


@requests.get("/api/texts/{language}", responses={422: {"model": Refusal, "description": Refusal.__doc__}})
def texts(language: str) -> dict[str, str]:
    return about.texts(refusals.language(language))


@requests.get("/api/games")
def all_games(request: Request) -> list[dict[str, Any]]:
    return [about.about(game, language_of(request)) for game in games.usable()]


@requests.get("/api/games/{game}/picture.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def picture(game: str, theme: str = "") -> Response:
    policy = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'", "cache-control": "max-age=86400"}
    return Response(about.picture(answering.game(game), theme), media_type="image/svg+xml", headers=policy)


@requests.get("/api/games/{game}/rules")
def rules(game: str, request: Request) -> dict[str, Any]:
    return about.rules(answering.game(game), language_of(request))


@requests.get("/api/games/{game}/things")
def things(game: str, request: Request) -> list[dict[str, str]]:
    return study.explained(answering.game(game), language_of(request))


@requests.get("/api/games/{game}/lessons")
def offered(game: str, request: Request) -> list[dict[str, Any]]:
    return study.offered(answering.game(game), language_of(request))


@requests.get("/api/games/{game}/lessons/{lesson}")
def lesson(game: str, lesson: str, request: Request) -> dict[str, Any]:
    return study.lesson(answering.game(game), lesson, language_of(request))


@requests.get("/api/games/{game}/lessons/{lesson}/steps/{step}")
def step(game: str, lesson: str, step: int, request: Request, chosen: str = "", side: int = 0) -> Response:
    side = position.side_of(games[answering.game(game)], side)
    told = study.lesson_position(game, lesson, step, language_of(request), chosen, side)
    return Response(told, media_type="application/json")


@requests.get("/api/puzzles")
def all_puzzles() -> list[dict[str, Any]]:
    return study.all_puzzles()


@requests.get("/api/games/{game}/puzzles/{number}")
def puzzle(game: str, number: int, request: Request) -> dict[str, Any]:
    return study.puzzle(answering.game(game), number, language_of(request))


@requests.get("/api/games/{game}/puzzles/{number}/steps/{step}")
def puzzle_step(game: str, number: int, step: int, request: Request, side: int = 0) -> Response:
    side = position.side_of(games[answering.game(game)], side)
    told = study.puzzle_position(game, number, step, language_of(request), side)
    return Response(told, media_type="application/json")

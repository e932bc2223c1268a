"""Who asks, from where, and in which language they are answered."""

from __future__ import annotations

from fastapi import Request

from chantier.table import pages, refusals
from chantier.table.people.cookies import Badge


def person_of(request: Request) -> str:
    return str(request.state.person)


def badge_of(request: Request) -> Badge:
    badge: Badge = request.state.badge
    return badge


def address_of(request: Request) -> str:
    return pages.address_of(request.scope)


def language_of(request: Request) -> str:
    return refusals.language(request.query_params.get("language") or request.headers.get("accept-language"))

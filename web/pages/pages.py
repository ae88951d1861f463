"""The pages: shells in the player's language, filled and kept up to date by their scripts."""

import json
from functools import lru_cache, partial
from typing import Final

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from companion.games.game import EVERYONE, Role, Seat, seat_role
from companion.table.service import Table
from web.access.callers import CAMERA, PHOTOGRAPHER, Callers, role_name
from web.access.guard import CAMERA_PHONE, PHOTOGRAPHS
from web.errors import NothingThere
from web.pages.bundles import LATER, STATIC, TAPPED, games_with
from web.pages.drawn import mark, shown
from web.pages.language import LANGUAGES, catalogue, chosen_language, first_texts, keep_language
from web.pages.wording import text

BESIDE = games_with("beside.js")
"""The games that have a side table."""
OF_ONE_ROLE: Final = {
    "/host": ("host", "host"),
    "/simulator": ("simulator", "host"),
    "/camera": ("camera", "everyone"),
    "/history": ("history", "everyone"),
    "/teach": ("teach", "host"),
    "/mosaics": ("mosaics", "host"),
    "/machine": ("machine", "host"),
    PHOTOGRAPHS: ("photographs", PHOTOGRAPHER.name),
    CAMERA_PHONE: ("phonecamera", CAMERA.name),
}
"""Pages that ask the API as one role, whoever opens them: their templates and these roles."""
KEPT = 128
"""Most rendered pages that are kept: one for each page, language and seat."""


def pages_blueprint(table: Table, callers: Callers) -> Blueprint:
    """Return all pages. Their content comes from the API: a page knows no more than its role.

    A page that shows scores is sent with them, and with whose turn it is (``drawn``).

    Every template gets ``games``, those with a page of their own, ``game_styles``, ``ruled_games`` and
    ``tapped_games``, those with a style, rules and taps of their own, ``besides``, those with a side
    table, ``own_seats``, which returns the seats that the browser has joined, and ``icon``, the table's
    picture, which needs no request of its own.
    """
    pages = Blueprint("pages", __name__)
    games, game_styles = games_with("page.js"), games_with("style.css")
    icon = Markup((STATIC / "icon.svg").read_text("utf-8"))

    _add_pages(pages, table, callers)

    @pages.app_context_processor
    def language() -> dict[str, object]:
        chosen = chosen_language()
        texts = catalogue(chosen)
        return {
            "language": chosen,
            "languages": LANGUAGES,
            "texts": texts,
            "first_texts": partial(first_texts, chosen, (*games, *LATER)),
            "t": texts.__getitem__,
            "say": partial(text, chosen),
            "mark": mark,
        }

    @pages.app_context_processor
    def of_games() -> dict[str, object]:
        return {
            "games": games,
            "game_styles": game_styles,
            "ruled_games": games_with("rules.js"),
            "tapped_games": games_with("taps.js"),
            "tapped": TAPPED,
            "icon": icon,
            "besides": BESIDE,
            "own_seats": callers.own_seats,
        }

    @pages.after_app_request
    def remember_language(response: Response) -> Response:
        return keep_language(response)

    return pages


def _add_pages(pages: Blueprint, sitting: Table, callers: Callers) -> None:
    """Add the pages, each with the role that it asks the API as."""

    @lru_cache(KEPT)
    def rendered(
        page: str,
        role: str,
        _language: str,
        _seats: tuple[tuple[Seat, str], ...],
        now: str,
        **told: str,
    ) -> str:
        return render_template(f"{page}.html", page=page, role=role, now=json.loads(now), **told)

    def shell(page: str, role: str, reader: Role | None = None, shows: str = "") -> Response:
        language, seats = chosen_language(), callers.own_seats()
        own = next((name for seat, name in seats if seat_role(seat) == reader), "")
        now = None
        if reader is not None and (own or reader == EVERYONE):
            now = shown(sitting.state(reader), partial(text, language))
        html = rendered(page, role, language, tuple(seats), json.dumps(now), own=own, shows=shows)
        response = Response(html, mimetype="text/html", headers={"Cache-Control": "no-cache"})
        response.add_etag(weak=True)  # it may be compressed
        response.make_conditional(request)
        return response

    @pages.get("/")
    def table() -> Response:
        return shell("table", "everyone", EVERYONE)

    @pages.get("/seat/<int:seat>")
    def seat(seat: int) -> Response:
        return shell("seat", f"seat-{seat}", seat_role(Seat(seat)))

    @pages.get("/beside/<game>")
    def beside(game: str) -> Response:
        if game not in BESIDE:
            raise NothingThere(f"{game} has no side table")
        return shell("beside", role_name(callers.caller().role), shows=game)

    for path, (page, role) in OF_ONE_ROLE.items():
        pages.add_url_rule(path, page, partial(shell, page, role))

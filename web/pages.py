"""The pages: shells in the player's language, filled and kept up to date by their scripts."""

from functools import lru_cache, partial

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from companion.games.game import Seat
from web.bundles import LATER, STATIC, TAPPED, games_with
from web.callers import CAMERA, Callers
from web.guard import CAMERA_PHONE
from web.language import LANGUAGES, catalogue, chosen_language, first_texts, keep_language

KEPT = 128
"""So many pages are kept as they were rendered: each page, in each language, for each seat."""


def pages_blueprint(callers: Callers) -> Blueprint:
    """Return all pages. What they show comes from the API: a page knows no more than its role.

    Every template is given ``games``, those with a page of their own, ``game_styles``, those with a
    style of their own, ``own_seats``, which tells the seats that the browser has joined, and ``icon``,
    the table's picture, without a request of its own.
    """
    pages = Blueprint("pages", __name__)
    games, game_styles = games_with("page.js"), games_with("style.css")
    icon = Markup((STATIC / "icon.svg").read_text("utf-8"))

    _add_pages(pages, callers)

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
        }

    @pages.app_context_processor
    def of_games() -> dict[str, object]:
        return {
            "games": games,
            "game_styles": game_styles,
            "tapped": TAPPED,
            "icon": icon,
            "own_seats": callers.own_seats,
        }

    @pages.after_app_request
    def remember_language(response: Response) -> Response:
        return keep_language(response)

    return pages


def _add_pages(pages: Blueprint, callers: Callers) -> None:
    """Add the pages, each with the role that it asks the API as."""

    @lru_cache(KEPT)
    def rendered(page: str, role: str, _language: str, _seats: tuple[tuple[Seat, str], ...]) -> str:
        return render_template(f"{page}.html", page=page, role=role)

    def shell(page: str, role: str) -> Response:
        seats = tuple(callers.own_seats())
        text = rendered(page, role, chosen_language(), seats)
        response = Response(text, mimetype="text/html", headers={"Cache-Control": "no-cache"})
        response.add_etag(weak=True)  # it may be compressed
        response.make_conditional(request)
        return response

    @pages.get("/")
    def table() -> Response:
        return shell("table", "everyone")

    @pages.get("/host")
    def host() -> Response:
        return shell("host", "host")

    @pages.get("/seat/<int:seat>")
    def seat(seat: int) -> Response:
        return shell("seat", f"seat-{seat}")

    @pages.get("/simulator")
    def simulator() -> Response:
        return shell("simulator", "host")

    @pages.get("/camera")
    def camera() -> Response:
        return shell("camera", "everyone")

    @pages.get("/history")
    def history() -> Response:
        return shell("history", "everyone")

    @pages.get("/teach")
    def teach() -> Response:
        return shell("teach", "host")

    @pages.get(CAMERA_PHONE)
    def phonecamera() -> Response:
        return shell("phonecamera", CAMERA.name)

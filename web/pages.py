"""The pages: shells in the player's language, filled and kept up to date by their scripts."""

from functools import partial

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from web.bundles import STATIC, games_with
from web.callers import Callers
from web.language import LANGUAGES, catalogue, chosen_language, first_texts, keep_language


def pages_blueprint(callers: Callers) -> Blueprint:
    """Return all pages. What they show comes from the API: a page knows no more than its role.

    Every template is given ``games``, those with a page of their own, ``game_styles``, those with a
    style of their own, ``own_seats``, which tells the seats that the browser has joined, and ``icon``,
    the table's picture, without a request of its own.
    """
    pages = Blueprint("pages", __name__)
    games, game_styles = games_with("page.js"), games_with("style.css")
    icon = Markup((STATIC / "icon.svg").read_text("utf-8"))

    _add_pages(pages)

    @pages.app_context_processor
    def language() -> dict[str, object]:
        chosen = chosen_language()
        texts = catalogue(chosen)
        return {
            "language": chosen,
            "languages": LANGUAGES,
            "texts": texts,
            "first_texts": partial(first_texts, chosen, games),
            "t": texts.__getitem__,
        }

    @pages.app_context_processor
    def of_games() -> dict[str, object]:
        return {"games": games, "game_styles": game_styles, "icon": icon, "own_seats": callers.own_seats}

    @pages.after_app_request
    def remember_language(response: Response) -> Response:
        return keep_language(response)

    return pages


def _add_pages(pages: Blueprint) -> None:
    """Add the pages, each with the role that it asks the API as."""

    @pages.get("/")
    def table() -> str:
        return render_template("table.html", page="table", role="everyone")

    @pages.get("/host")
    def host() -> str:
        return render_template("host.html", page="host", role="host")

    @pages.get("/seat/<int:seat>")
    def seat(seat: int) -> str:
        return render_template("seat.html", page="seat", role=f"seat-{seat}")

    @pages.get("/simulator")
    def simulator() -> str:
        return render_template("simulator.html", page="simulator", role="host")

    @pages.get("/camera")
    def camera() -> str:
        return render_template("camera.html", page="camera", role="everyone")

    @pages.get("/history")
    def history() -> str:
        return render_template("history.html", page="history", role="everyone")

    @pages.get("/teach")
    def teach() -> str:
        return render_template("teach.html", page="teach", role="host")

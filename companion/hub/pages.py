"""The hub's pages: drawn here, without a script, so that any television can show the room.

They renew themselves. What is drawn is kept for a moment, so that a hundred watchers cost as much as
one.
"""

import threading
import time
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from babel.dates import format_date, format_time
from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import TooManyTries
from companion.hub import people, rooms
from companion.hub.database import Database
from companion.hub.lines import last_moves, shown
from companion.hub.messages import Health
from companion.hub.organisers import Organisers, keep
from companion.hub.pool import Pool
from companion.table.hub.topics import NAME
from web.errors import BadBody, NothingThere
from web.pages.language import LANGUAGES, chosen_language, keep_language
from web.pages.wording import name_of, text

RENEWED_S: Final = 2
"""Seconds after which a page asks anew: with the drawing, a move is seen three seconds after it was
stored at the latest."""
DRAWN_FOR_S: Final = 0.1
"""Seconds for which a page that was drawn is shown to others, too."""
MOST_IN_ROOM: Final = 60
"""Most tables on a page."""
MOST_ON_WALL: Final = 9
"""Most tables on a wall, where one reads from four metres: letters of 10 mm on a screen of 55 inches."""
ON_WALL_S: Final = 10
"""Seconds for which a wall shows some of many tables: until a glance has found one."""
MOST_DRAWN: Final = 2000
LONGEST_NAME: Final = 40
YEARS: Final = range(1970, 9000)
"""Years of nights that may be asked for: all that a table can tell."""
STYLE: Final = Path(__file__).parent / "hub.css"


class Drawn:
    """Pages as they were drawn a moment ago. Of several who ask for the same, one draws."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: dict[tuple[str, ...], tuple[threading.Lock, float, str]] = {}

    def page(self, key: tuple[str, ...], draw: Callable[[], str]) -> str:
        """Return a page, drawn anew if it is older than a moment."""
        with self._lock:
            if len(self._pages) > MOST_DRAWN:
                self._pages.clear()
            own, _, _ = self._pages.setdefault(key, (threading.Lock(), -DRAWN_FOR_S, ""))
        with own:
            _, at, page = self._pages.get(key, (own, -DRAWN_FOR_S, ""))
            if time.monotonic() - at > DRAWN_FOR_S:
                page = draw()
                with self._lock:
                    self._pages[key] = (own, time.monotonic(), page)
            return page


def pages_blueprint(
    pool: Pool,
    organisers: Organisers,
    season: tuple[int, int],
    now: Callable[[], datetime],
    trouble: Callable[[], str],
) -> Blueprint:
    """Return the pages. ``season``: month and day on which one begins."""
    blueprint = Blueprint("hub", __name__, template_folder="templates")
    blueprint.after_request(keep_language)
    blueprint.before_request(_check_post)
    draws = _Draws(pool, organisers, season, now, trouble)
    blueprint.add_url_rule("/", "room", draws.room)
    blueprint.add_url_rule("/board", "board", draws.board)
    blueprint.add_url_rule("/tables/<name>", "table", draws.table)
    blueprint.add_url_rule("/tables/<name>/remove", "remove", draws.remove, methods=["POST"])
    blueprint.add_url_rule("/players", "players", draws.players)
    blueprint.add_url_rule("/standings", "standings", draws.standings)
    blueprint.add_url_rule("/login", "login", draws.login, methods=["GET", "POST"])
    blueprint.add_url_rule("/logout", "logout", draws.log_out, methods=["POST"])
    blueprint.add_url_rule("/players/rename", "rename", draws.rename, methods=["POST"])
    blueprint.add_url_rule("/players/delete", "delete", draws.delete, methods=["POST"])
    style = STYLE.read_bytes()

    @blueprint.get("/hub.css")
    def css() -> Response:
        response = Response(style, mimetype="text/css", headers={"Cache-Control": "max-age=3600"})
        response.add_etag()
        response.make_conditional(request)
        return response

    @blueprint.get("/alive")
    def alive() -> Response:
        return Response(status=HTTPStatus.NO_CONTENT, headers={"Cache-Control": "no-store"})

    return blueprint


def _check_post() -> None:
    """Take a form from our own pages alone: a browser says where it comes from."""
    if request.method == "POST" and "Origin" not in request.headers:
        raise BadBody("this form must be sent by a page of the hub")


class _Draws:
    """Draws each page, in the language of who looks."""

    def __init__(
        self,
        pool: Pool,
        organisers: Organisers,
        season: tuple[int, int],
        now: Callable[[], datetime],
        trouble: Callable[[], str],
    ) -> None:
        self._pool, self._organisers, self._season, self._now = pool, organisers, season, now
        self._trouble = trouble
        self._drawn = Drawn()

    def room(self) -> Response:
        """Draw all tables, or a part of them."""
        number = request.args.get("part", 1, type=int)

        def read(database: Database) -> dict[str, Any]:
            tables = rooms.room(database)
            return {"tables": tables, "part": rooms.Part.of(tables, MOST_IN_ROOM, number)}

        return self._public("room", read, str(number))

    def board(self) -> Response:
        """Draw tables and standings for a wall: of many tables some, and after a while the next."""
        now = self._now()
        night, number = people.night_of(now), int(now.timestamp() / ON_WALL_S) + 1

        def read(database: Database) -> dict[str, Any]:
            merits = people.standings(database, night, night)
            tables = rooms.room(database)
            part = rooms.Part.of(tables, MOST_ON_WALL, number)
            return {"tables": tables, "part": part, "merits": merits[:10]}

        return self._public("board", read)

    def table(self, name: str) -> Response:
        """Draw a table. Raises NothingThere."""

        def read(database: Database) -> dict[str, Any]:
            found = rooms.table(database, name) if NAME.fullmatch(name) else None
            if found is None:
                raise NothingThere("no such table", hint="See the room at /.")
            language = chosen_language()
            called = partial(_called, language, found)
            moves = last_moves(database, name)
            return {"table": found, "lines": [shown(one, language, called) for one in moves]}

        return self._public("one", read, name)

    def players(self) -> Response:
        """Draw everybody."""
        return self._page("players", lambda database: {"players": people.players(database)})

    def standings(self) -> Response:
        """Draw the standings of a night, or of a season."""
        night = _day(request.args.get("night")) or people.night_of(self._now())
        first = people.season_of(night, self._season)

        def read(database: Database) -> dict[str, Any]:
            return {
                "night": night,
                "nights": people.nights(database),
                "first": first,
                "of_night": people.standings(database, night, night),
                "of_season": people.standings(database, first, night),
            }

        return self._page("standings", read)

    def login(self) -> AnyResponse:
        """Draw the form, or let the organiser in."""
        wrong = ""
        if request.method == "POST":
            try:
                token = self._organisers.log_in(request.form.get("pin", ""), request.remote_addr or "")
            except TooManyTries:
                token, wrong = None, "error.too_many_tries"
            if token is not None:
                response = redirect(url_for("hub.players"), HTTPStatus.SEE_OTHER)
                keep(response, token)
                return response
            wrong = wrong or "error.wrong_pin"
        return self._page("login", lambda _: {"wrong": wrong})

    def log_out(self) -> AnyResponse:
        """Let the organiser out."""
        self._organisers.log_out()
        response = redirect(url_for("hub.room"), HTTPStatus.SEE_OTHER)
        keep(response, "")
        return response

    def rename(self) -> AnyResponse:
        """Rename a player for the whole hub. Raises NotOrganiser, BadBody, NothingThere."""
        self._organisers.check()
        new = " ".join(request.form.get("new", "").split())
        if not 0 < len(new) <= LONGEST_NAME or not new.isprintable():
            raise BadBody(f"a name has 1 to {LONGEST_NAME} characters")
        with self._pool.lent() as database:
            who = _said("name"), _said("apart") or None
            _check_known(people.rename(database, *who, _said("at") or None, new))
        return redirect(url_for("hub.players"), HTTPStatus.SEE_OTHER)

    def delete(self) -> AnyResponse:
        """Delete a player for the whole hub. Raises NotOrganiser, NothingThere."""
        self._organisers.check()
        with self._pool.lent() as database:
            _check_known(people.delete(database, _said("name"), _said("apart") or None))
        return redirect(url_for("hub.players"), HTTPStatus.SEE_OTHER)

    def remove(self, name: str) -> AnyResponse:
        """Forget a table that is no more. Raises NotOrganiser."""
        self._organisers.check()
        with self._pool.lent() as database:
            if NAME.fullmatch(name):
                rooms.remove(database, name)
        return redirect(url_for("hub.room"), HTTPStatus.SEE_OTHER)

    def _public(self, page: str, read: Callable[[Database], dict[str, Any]], of: str = "") -> Response:
        """Draw a page that is the same for all visitors who read its language."""
        language, by = chosen_language(), self._organisers.is_here
        draw = partial(self._draw, page, read, RENEWED_S, is_organiser=by)
        drawn = self._drawn.page((page, language, of, "organiser" if by else ""), draw)
        response = make_response(drawn)
        response.add_etag()
        response.make_conditional(request)
        return response

    def _page(self, page: str, read: Callable[[Database], dict[str, Any]]) -> Response:
        """Draw a page for who asks."""
        return make_response(self._draw(page, read, None, is_organiser=self._organisers.is_here))

    def _draw(
        self,
        page: str,
        read: Callable[[Database], dict[str, Any]],
        renewed_s: int | None,
        *,
        is_organiser: bool = False,
    ) -> str:
        language = chosen_language()
        with self._pool.lent() as database:
            shown = read(database)
        return render_template(
            f"{page}.html",
            **shown,
            page=page,
            is_organiser=is_organiser,
            trouble=self._trouble(),
            renewed_s=renewed_s,
            language=language,
            languages=LANGUAGES,
            t=partial(text, language),
            day=lambda day: format_date(day, "d MMMM y", locale=language),
            clock=lambda at: format_time(at.astimezone(), "short", locale=language),
            game=lambda name: name_of(language, f"game.{name}", name or ""),
            what=partial(_what, language),
        )


def _called(language: str, table: rooms.TableShown, seat: int) -> str:
    """Return how a seat is called: by its player's name, if that may be known."""
    known = next((one.name for one in table.seats if one.number == seat), None)
    return known or text(language, "hub.seat", {"seat": seat})


def _what(language: str, health: Health) -> str:
    """Return why a table needs help."""
    names = (name_of(language, f"part.{part}", part) for part in health.parts)
    return ", ".join([*([text(language, "hub.asks")] if health.asks else []), *names])


def _said(field: str) -> str:
    return request.form.get(field, "").replace("\0", "")


def _check_known(changed: int) -> None:
    """Check that a player was there. Raises NothingThere."""
    if not changed:
        hint = "Another organiser may have renamed or deleted them: see /players."
        raise NothingThere("nobody of that name", hint=hint)


def _day(said: str | None) -> date | None:
    try:
        found = date.fromisoformat(said or "")
    except ValueError:
        return None
    return found if found.year in YEARS else None

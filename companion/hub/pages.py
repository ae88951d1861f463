"""The hub's pages, and where they are."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, request

from companion.hub import people, rooms
from companion.hub.acts import Acts
from companion.hub.database import Database
from companion.hub.drawing import PageDrawing, RecentlyMade, called
from companion.hub.messages import Said
from companion.hub.organisers import Organisers
from companion.hub.pool import Pool
from companion.hub.standings import night_of, nights, season_of, standings
from companion.table.hub.topics import MARKED
from web.errors import BadBody
from web.pages.language import catalogue, chosen_language, keep_language
from web.pages.wording import text

MOST_IN_ROOM: Final = 60
"""Most tables on a page."""
MOST_ON_WALL: Final = 9
"""Most tables on a wall, where one reads from four metres: letters of 10 mm on a screen of 55 inches."""
ON_WALL_S: Final = 10
"""Seconds for which a wall shows some of many tables: until a glance has found one."""
YEARS: Final = range(1970, 9000)
"""Years of nights that may be asked for: all that a table can tell."""
HERE: Final = Path(__file__).parent


def pages_blueprint(
    pool: Pool,
    organisers: Organisers,
    season: tuple[int, int],
    now: Callable[[], datetime],
    forget: Callable[[str], None],
    trouble: Callable[[], str],
) -> Blueprint:
    """Return the pages. ``season``: month and day on which one begins."""
    blueprint = Blueprint("hub", __name__, template_folder="templates")
    blueprint.after_request(keep_language)
    blueprint.before_request(_check_post)
    drawing = PageDrawing(pool, organisers, trouble)
    pages, acts = _Pages(pool, drawing, season, now), Acts(pool, organisers, drawing, forget)
    blueprint.add_url_rule("/", "room", pages.room)
    blueprint.add_url_rule("/board", "board", pages.board)
    blueprint.add_url_rule("/tables/<name>", "table", pages.table)
    blueprint.add_url_rule("/players", "players", pages.players)
    blueprint.add_url_rule("/standings", "standings", pages.standings)
    blueprint.add_url_rule("/login", "login", acts.login, methods=["GET", "POST"])
    blueprint.add_url_rule("/logout", "logout", acts.log_out, methods=["POST"])
    blueprint.add_url_rule("/tables/<name>/remove", "remove", acts.remove, methods=["POST"])
    blueprint.add_url_rule("/players/rename", "rename", acts.rename, methods=["POST"])
    blueprint.add_url_rule("/players/delete", "delete", acts.delete, methods=["POST"])

    @blueprint.get("/hub.css")
    def css() -> Response:
        return _kept("hub.css", "text/css")

    @blueprint.get("/hub.js")
    def script() -> Response:
        return _kept("hub.js", "text/javascript")

    @blueprint.get("/alive")
    def alive() -> Response:
        return Response(status=HTTPStatus.NO_CONTENT, headers={"Cache-Control": "no-store"})

    return blueprint


def _kept(name: str, mimetype: str) -> Response:
    """Return a file of ours that browsers may keep for an hour."""
    content = (HERE / name).read_bytes()
    response = Response(content, mimetype=mimetype, headers={"Cache-Control": "max-age=3600"})
    response.add_etag()
    response.make_conditional(request)
    return response


def _check_post() -> None:
    """Take a form from our own pages alone: a browser says where it comes from."""
    if request.method == "POST" and "Origin" not in request.headers:
        raise BadBody("this form must be sent by a page of the hub")


class _Pages:
    """What each page shows."""

    def __init__(
        self, pool: Pool, drawing: PageDrawing, season: tuple[int, int], now: Callable[[], datetime]
    ) -> None:
        self._pool, self._drawing, self._season, self._now = pool, drawing, season, now
        self._room = RecentlyMade[list[rooms.TableShown]]()

    def room(self) -> Response:
        """Draw all tables, or a part of them."""
        tables = self._tables()
        part = rooms.TablesPart.of(tables, MOST_IN_ROOM, request.args.get("part", 1, type=int))
        return self._drawing.public("room", lambda _: {"tables": tables, "part": part}, str(part.number))

    def board(self) -> Response:
        """Draw tables and standings for a wall: of many tables some, and after a while the next."""
        now, tables = self._now(), self._tables()
        night = night_of(now)
        part = rooms.TablesPart.of(tables, MOST_ON_WALL, int(now.timestamp() / ON_WALL_S) + 1)

        def read(database: Database) -> dict[str, Any]:
            merits = standings(database, night, night)
            return {"tables": tables, "part": part, "merits": merits[:10]}

        return self._drawing.public("board", read)

    def table(self, name: str) -> Response:
        """Draw a table. Raises NoSuchTable."""

        def read(database: Database) -> dict[str, Any]:
            found = rooms.table(database, name)
            language, names = chosen_language(), {one.number: one.name for one in found.seats}
            moves = last_moves(database, name)
            lines = [
                shown(one, language, lambda seat: called(language, seat, names.get(seat)))
                for one in moves
            ]
            return {"table": found, "lines": lines}

        return self._drawing.public("one", read, name)

    def players(self) -> Response:
        """Draw the list of players."""
        return self._drawing.page("players", lambda database: {"players": people.players(database)})

    def standings(self) -> Response:
        """Draw the standings of a night, or of a season."""
        night = _day(request.args.get("night")) or night_of(self._now())
        first = season_of(night, self._season)

        def read(database: Database) -> dict[str, Any]:
            return {
                "night": night,
                "nights": nights(database),
                "first": first,
                "of_night": standings(database, night, night),
                "of_season": standings(database, first, night),
            }

        return self._drawing.page("standings", read)

    def _tables(self) -> list[rooms.TableShown]:
        def read() -> list[rooms.TableShown]:
            with self._pool.lent() as database:
                return rooms.room(database)

        return self._room.of((), read)


def _day(said: str | None) -> date | None:
    try:
        found = date.fromisoformat(said or "")
    except ValueError:
        return None
    return found if found.year in YEARS else None


MOST: Final = 30
"""Most moves on a page: what one wants to look up after a dispute, and little to draw again."""
OTHER: Final = "move.other"

NameOf = Callable[[int], str]
"""Returns how a seat is called on the page, by its number."""


@dataclass(frozen=True)
class MoveShown:
    """A move that stands: the seat's name, "" if it is nobody's move, and what is said of it."""

    name: str
    told: str


def last_moves(database: Database, table: str) -> list[Said]:
    """Return what is shown of the last moves of a table's game, the latest first."""
    rows = database.execute(
        "select said from moves where table_name = %s and said is not null and sitting ="
        " (select max(number) from sittings where table_name = %s) order by number desc limit %s",
        (table, table, MOST),
    )
    return [msgspec.json.decode(row[0], type=Said) for row in rows]


def shown(said: Said, language: str, name_of: NameOf) -> MoveShown:
    """Return a move in words; of one that only a newer version knows, its code."""
    params = {name: _named(value, name_of) for name, value in said.params.items()}
    name = "" if said.seat is None else name_of(said.seat)
    if said.code in catalogue(language):
        return MoveShown(name, text(language, said.code, params))
    kind: Mapping[str, str] = {"kind": said.code.rpartition(".")[2]}
    return MoveShown(name, text(language, OTHER, kind))


def _named(value: str | int | float, name_of: NameOf) -> str | int | float:
    return MARKED.sub(partial(_name, name_of), value) if isinstance(value, str) else value


def _name(name_of: NameOf, mark: re.Match[str]) -> str:
    return name_of(int(mark[1]))

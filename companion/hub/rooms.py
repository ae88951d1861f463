"""What the pages show of tables, read from the database: the room, and one table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, Generic, TypeVar

import msgspec

from companion.hub.database import Database
from companion.hub.messages import Health
from companion.hub.people import NAME, by_number

One = TypeVar("One")


@dataclass(frozen=True)
class SeatShown:
    """A seat, and how it stands. ``name``: None where nobody agreed to be named."""

    number: int
    name: str | None
    score: int | None
    has_won: bool


@dataclass(frozen=True)
class Part(Generic[One]):
    """Some of many things, as many as a page shows at once: ``number`` of ``count`` such parts."""

    shown: list[One]
    number: int
    each: int
    whole: int

    @classmethod
    def of(cls, many: list[One], each: int, number: int) -> "Part[One]":
        """Return that part, counted from 1; round and round where there are fewer."""
        number = (number - 1) % max(1, ceil(len(many) / each)) + 1
        return cls(many[each * (number - 1) : each * number], number, each, len(many))

    @property
    def spans(self) -> list[tuple[int, int, int]]:
        """Each part's number, and those of its first and last thing."""
        firsts = range(1, self.whole + 1, self.each)
        return [(n, at, min(at + self.each - 1, self.whole)) for n, at in enumerate(firsts, 1)]


@dataclass(frozen=True)
class TableShown:
    """A table in the room."""

    name: str
    health: Health
    game: str | None
    seats: tuple[SeatShown, ...]
    turn: int | None
    has_ended: bool
    moves: int
    moved_at: datetime | None

    @property
    def is_here(self) -> bool:
        """Whether it runs, and reaches the broker."""
        return self.health.is_here

    @property
    def needs_help(self) -> bool:
        """Whether somebody should go there."""
        return self.health.needs_help


def room(database: Database) -> list[TableShown]:
    """Return all tables, those that need help first."""
    found = _tables(database, "true", ())
    return sorted(found, key=lambda one: (not one.needs_help, not one.is_here, by_number(one.name)))


def table(database: Database, name: str) -> TableShown | None:
    """Return a table; None if there is no such table."""
    found = _tables(database, "tables.name = %s", (name,))
    return found[0] if found else None


def _tables(database: Database, which: str, params: Sequence[Any]) -> list[TableShown]:
    rows = database.execute(
        "select tables.name, health, is_here, game, turn, scores, has_ended, moves, moved_at, names"
        " from tables left join lateral (select * from sittings where table_name = tables.name"
        " order by number desc limit 1) now on true left join lateral (select array_agg("
        f"json_build_array({NAME}, seats.has_won) order by seat) as names from seats left join players"
        " on players.table_name = seats.table_name and players.id = seats.player"
        " where seats.table_name = tables.name and seats.sitting = now.number) named on true"
        f" where {which}",
        params,
    ).fetchall()
    return [_shown(*row) for row in rows]


def _shown(
    name: str,
    health: str | None,
    is_here: bool,
    game: str | None,
    turn: int | None,
    scores: list[int | None] | None,
    has_ended: bool | None,
    moves: int | None,
    moved_at: datetime | None,
    names: list[tuple[str | None, bool]] | None,
) -> TableShown:
    told = Health(0, "gone") if health is None else msgspec.json.decode(health, type=Health)
    told = told if is_here else Health(told.v, "gone")
    points = [*(scores or []), *([None] * len(names or []))]
    seats = [
        SeatShown(number, called, points[number - 1], won)
        for number, (called, won) in enumerate(names or [], 1)
    ]
    return TableShown(name, told, game, tuple(seats), turn, bool(has_ended), moves or 0, moved_at)


def remove(database: Database, name: str) -> None:
    """Forget a table and its games; one that still runs tells them again."""
    with database.transaction():
        database.execute("delete from tables where name = %s", (name,))

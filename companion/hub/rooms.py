"""What the pages show of tables, read from the database: the room, and one table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.hub.database import Database
from companion.hub.messages import Health
from companion.hub.people import NAME, by_number
from companion.table.hub import topics


class NoSuchTable(CompanionError, LookupError, code="hub_no_table", http_status=404):
    """No table has that name."""


class TableIsOn(CompanionError, ValueError, code="hub_table_on", http_status=409):
    """This cannot be done to a table that is on."""


@dataclass(frozen=True)
class SeatShown:
    """A seat, and how it stands. ``name``: None if nobody agreed to be named."""

    number: int
    name: str | None
    score: int | None
    has_won: bool


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


@dataclass(frozen=True)
class TablesPart:
    """Some of all tables: those that a page shows at once. Parts are counted from 1."""

    all_tables: list[TableShown]
    each: int
    number: int

    @classmethod
    def of(cls, tables: list[TableShown], each: int, number: int) -> "TablesPart":
        """Return a part; round and round where there are fewer."""
        return cls(tables, each, (number - 1) % max(1, ceil(len(tables) / each)) + 1)

    @property
    def shown(self) -> list[TableShown]:
        """Its tables."""
        return self.all_tables[self.each * (self.number - 1) : self.each * self.number]

    @property
    def span(self) -> tuple[int, int]:
        """The numbers of its first and last table."""
        return self.spans[self.number - 1]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Those of every part."""
        whole = len(self.all_tables)
        return [(at, min(at + self.each - 1, whole)) for at in range(1, whole + 1, self.each)]


def room(database: Database) -> list[TableShown]:
    """Return all tables, those that need help first."""
    found = _tables(database, "true", ())
    return sorted(found, key=lambda one: (not one.needs_help, not one.is_here, by_number(one.name)))


def table(database: Database, name: str) -> TableShown:
    """Return a table. Raises ``NoSuchTable``."""
    _check_name(name)
    found = _tables(database, "tables.name = %s", (name,))
    if not found:
        raise _no_table()
    return found[0]


def _tables(database: Database, which: str, params: Sequence[Any]) -> list[TableShown]:
    rows = database.execute(
        "select tables.name, health, is_here, game, turn, scores, has_ended, moves,"
        " coalesce(last_at, moved_at), names"
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


def remove(database: Database, name: str, forget: Callable[[str], None]) -> None:
    """Forget a table and its games, here and at the broker (``forget``); if it is switched on again, it
    tells them again. Raises ``NoSuchTable``, ``TableIsOn``, and what ``forget`` raises."""
    _check_name(name)
    with database.transaction():
        row = database.execute(
            "select is_here from tables where name = %s for update", (name,)
        ).fetchone()
        if row is None:
            raise _no_table()
        if row[0]:
            raise TableIsOn(f"{name!r} is on", hint="Switch it off first.")
        database.execute("delete from tables where name = %s", (name,))
        forget(name)


def _check_name(name: str) -> None:
    """Check that a table can be called so. Raises ``NoSuchTable``."""
    if topics.NAME.fullmatch(name) is None:
        raise _no_table()


def _no_table() -> NoSuchTable:
    return NoSuchTable("no table of that name", hint="See the room at /.")

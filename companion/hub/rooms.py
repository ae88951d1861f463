"""What the pages show, read from the database: the room, a table, players, standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

import msgspec
from psycopg.rows import dict_row

from companion.hub.database import Database
from companion.hub.messages import Health

NOON: Final = time(12)
"""A night lasts from noon to noon."""
MOST_NIGHTS: Final = 60
NAME = "case when players.is_gone then null else coalesce(players.own_name, players.told_name) end"
"""A player's name at the hub: the organiser's, else the table's."""


@dataclass(frozen=True)
class SeatShown:
    """A seat, and how it stands. ``name``: None where nobody agreed to be named."""

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

    @property
    def parts(self) -> list[str]:
        """What does not work."""
        return list(dict.fromkeys(part for part, _ in self.health.faults))


@dataclass(frozen=True)
class Merit:
    """A player's place over some games, and at how many tables they sat."""

    rank: int
    name: str
    wins: int
    games: int
    beaten: int
    tables: int


def night_of(moment: datetime) -> date:
    """Return the night to which a moment belongs: the day on which it began."""
    return moment.date() if moment.time() >= NOON else moment.date() - timedelta(days=1)


def season_of(night: date, begins: tuple[int, int]) -> date:
    """Return the first night of the season; ``begins``: month and day."""
    first = date(night.year, *begins)
    return first if first <= night else date(night.year - 1, *begins)


def room(database: Database) -> list[TableShown]:
    """Return all tables, those that need help first."""
    found = _tables(database, "true", ())
    return sorted(found, key=lambda one: (not one.needs_help, not one.is_here, _by_number(one.name)))


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


def nights(database: Database) -> list[date]:
    """Return the nights on which a game ended, latest first."""
    rows = database.execute(
        "select distinct (began_at - interval '12 hours')::date from sittings where has_ended"
        " order by 1 desc limit %s",
        (MOST_NIGHTS,),
    )
    return [row[0] for row in rows]


def standings(database: Database, first: date, last: date) -> list[Merit]:
    """Return the standings over these nights, both included: by wins, then players beaten, then fewest
    games.

    A sitting that another one replaced does not count.
    """
    rows = database.cursor(row_factory=dict_row).execute(
        "select rank() over (order by wins desc, beaten desc, games) as rank, * from (select"
        f" {NAME} as name, count(*) filter (where has_won) as wins, count(*) as games,"
        " sum(beaten) as beaten, count(distinct seats.table_name) as tables from seats"
        " join players on players.table_name = seats.table_name and players.id = seats.player"
        " join sittings on sittings.table_name = seats.table_name and sittings.number = seats.sitting"
        " where rank is not null and began_at >= %s and began_at < %s and not exists (select from"
        " sittings later where later.table_name = sittings.table_name"
        " and later.instead_of = sittings.number)"
        f" and {NAME} is not null group by 1) merits order by rank, name",
        (_noon(first), _noon(last + timedelta(days=1))),
    )
    return [Merit(**row) for row in rows]


def _noon(day: date) -> datetime:
    return datetime.combine(day, NOON).astimezone()


def players(database: Database) -> list[tuple[str, list[str]]]:
    """Return everybody who agreed to be named, and the tables at which they play."""
    rows = database.execute(
        f"select {NAME} as name, array_agg(distinct table_name) from players"
        f" where {NAME} is not null group by 1 order by lower({NAME})"
    )
    return [(name, sorted(tables, key=_by_number)) for name, tables in rows]


def rename(database: Database, name: str, new: str) -> None:
    """Call a player by another name, at every table."""
    with database.transaction():
        database.execute(f"update players set own_name = %s where {NAME} = %s", (new, name))


def delete(database: Database, name: str) -> None:
    """Forget a player's name, whatever tables tell from now on; their games stay, without one."""
    with database.transaction():
        database.execute(
            f"update players set is_gone = true, told_name = null, own_name = null where {NAME} = %s",
            (name,),
        )


def _by_number(name: str) -> tuple[str, int, str]:
    """Sort table-2 before table-10."""
    head = name.rstrip("0123456789")
    return head, int(name[len(head) :] or 0), name

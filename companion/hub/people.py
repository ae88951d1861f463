"""Who plays, at which tables, and who leads: over a night and a season.

A table tells its players by ids of its own. At the hub the same name means the same person, at whatever
table: so it is where people walk from table to table. Only who sat at two tables at the same time is
surely two people: each of the two then counts by itself, by name and table (``APART``), until the
organiser gives them names. A name that the organiser gave is always one person's.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from psycopg.rows import dict_row

from companion.hub.database import Database

NOON: Final = time(12)
"""A night lasts from noon to noon."""
MOST_NIGHTS: Final = 60
NAME = "case when players.is_gone then null else coalesce(players.own_name, players.told_name) end"
"""A player's name at the hub: the organiser's, else the table's."""
APART = "case when players.is_apart and players.own_name is null then players.table_name end"
"""The table of a player whose namesake sat at another one at the same time; null: there is none."""
WHO = f"{NAME} = %s and {APART} is not distinct from %s"


@dataclass(frozen=True)
class Merit:
    """A player's place over some games. ``apart``: their table, if a namesake sat elsewhere."""

    rank: int
    name: str
    apart: str | None
    wins: int
    games: int
    beaten: int
    tables: int


@dataclass(frozen=True)
class Person:
    """Somebody who agreed to be named, and the tables at which they play."""

    name: str
    apart: str | None
    tables: list[str]


def night_of(moment: datetime) -> date:
    """Return the night to which a moment belongs: the day on which it began."""
    return moment.date() if moment.time() >= NOON else moment.date() - timedelta(days=1)


def season_of(night: date, begins: tuple[int, int]) -> date:
    """Return the first night of the season; ``begins``: month and day."""
    first = date(night.year, *begins)
    return first if first <= night else date(night.year - 1, *begins)


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
        f" {NAME} as name, {APART} as apart, count(*) filter (where has_won) as wins, count(*) as games,"
        " sum(beaten) as beaten, count(distinct seats.table_name) as tables from seats"
        " join players on players.table_name = seats.table_name and players.id = seats.player"
        " join sittings on sittings.table_name = seats.table_name and sittings.number = seats.sitting"
        " where rank is not null and began_at >= %s and began_at < %s and not exists (select from"
        " sittings later where later.table_name = sittings.table_name"
        " and later.instead_of = sittings.number)"
        f" and {NAME} is not null group by 1, 2) merits order by rank, name, apart",
        (_noon(first), _noon(last + timedelta(days=1))),
    )
    return [Merit(**row) for row in rows]


def _noon(day: date) -> datetime:
    return datetime.combine(day, NOON).astimezone()


def players(database: Database) -> list[Person]:
    """Return everybody who agreed to be named."""
    rows = database.execute(
        f"select {NAME} as name, {APART} as apart, array_agg(distinct table_name) from players"
        f" where {NAME} is not null group by 1, 2 order by lower({NAME}), 2"
    )
    return [Person(name, apart, sorted(tables, key=by_number)) for name, apart, tables in rows]


def rename(database: Database, name: str, apart: str | None, at: str | None, new: str) -> int:
    """Call a player by another name, at every table, or ``at`` one alone; return at how many."""
    with database.transaction():
        done = database.execute(
            f"update players set own_name = %s where {WHO} and table_name = coalesce(%s, table_name)",
            (new, name, apart, at),
        )
    return done.rowcount


def delete(database: Database, name: str, apart: str | None) -> int:
    """Forget a player's name, whatever their tables tell from now on; their games stay, without one.

    Return at how many tables they were known.
    """
    with database.transaction():
        done = database.execute(
            f"update players set is_gone = true, told_name = null, own_name = null where {WHO}",
            (name, apart),
        )
    return done.rowcount


def by_number(name: str) -> tuple[str, int, str]:
    """Sort table-2 before table-10."""
    head = name.rstrip("0123456789")
    return head, int(name[len(head) :] or 0), name

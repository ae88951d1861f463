"""Who leads: over a night and a season."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from psycopg.rows import dict_row

from companion.hub.database import Database
from companion.hub.people import APART, NAME

NOON: Final = time(12)
"""A night lasts from noon to noon."""
MOST_NIGHTS: Final = 60


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

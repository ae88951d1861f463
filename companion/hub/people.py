"""Who plays, and at which tables.

A table tells its players by ids of its own. At the hub the same name means the same person, at whatever
table: so it is where people walk from table to table. Only who sat at two tables at the same time is
surely two people: each of the two then counts by itself, by name and table (``APART``), until the
organiser gives one of them another name. A name that the organiser gave is always one person's.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from companion.hub.database import Database

AT_ONCE: Final = timedelta(minutes=5)
"""Time for which two games overlap if nobody can have played both: longer than it takes to change
tables while the last move of a game is entered."""
NAME: Final = (
    "case when players.id not in (select id from gone)"
    " then coalesce(players.own_name, players.told_name) end"
)
"""A player's name at the hub: the organiser's, else the table's; null: nobody may know it."""
_SAT: Final = (
    "select players.table_name, players.id, told_name as name,"
    f" range_agg(tstzrange(began_at, last_at - interval '{AT_ONCE}')) as during from players"
    " join seats on seats.table_name = players.table_name and seats.player = players.id"
    " join sittings on sittings.table_name = seats.table_name and sittings.number = seats.sitting"
    f" where own_name is null and last_at - began_at > interval '{AT_ONCE}' group by 1, 2, 3"
)
"""When each player sat at their table: of a game whose last move an earlier hub stored nobody knows."""
_NAMESAKES: Final = (
    f"with sat as materialized ({_SAT}) select one.table_name, one.id from sat one join sat other"
    " on other.name = one.name and other.id <> one.id and other.table_name <> one.table_name"
    " and other.during && one.during"
)
APART: Final = (
    f"case when (players.table_name, players.id) in ({_NAMESAKES}) then players.table_name end"
)
"""The table of a player whose namesake sat at another one at the same time; null: there is none."""
WHO: Final = f"{NAME} = %s and {APART} is not distinct from %s"


@dataclass(frozen=True)
class HubPerson:
    """Somebody who agreed to be named, and the tables at which they play. ``apart``: their table, if a
    namesake sat elsewhere meanwhile."""

    name: str
    apart: str | None
    tables: list[str]


def players(database: Database) -> list[HubPerson]:
    """Return everybody who agreed to be named."""
    rows = database.execute(
        f"select {NAME} as name, {APART} as apart, array_agg(distinct table_name) from players"
        f" where {NAME} is not null group by 1, 2 order by lower({NAME}), 2"
    )
    return [HubPerson(name, apart, sorted(tables, key=by_number)) for name, apart, tables in rows]


def rename(database: Database, name: str, apart: str | None, at: str | None, new: str) -> bool:
    """Call a player by another name, at every table, or ``at`` one alone; return whether there is such a
    player."""
    with database.transaction():
        done = database.execute(
            f"update players set own_name = %s where {WHO} and table_name = coalesce(%s, table_name)",
            (new, name, apart, at),
        )
    return done.rowcount > 0


def delete(database: Database, name: str, apart: str | None) -> bool:
    """Forget a player's name, whatever their tables tell from now on, and under whatever names of their
    own; their games stay, without one. Return whether there is such a player."""
    with database.transaction():
        done = database.execute(
            f"insert into gone select distinct id from players where {WHO} on conflict do nothing",
            (name, apart),
        )
        database.execute(
            "update players set told_name = null, own_name = null where id in (select id from gone)"
        )
    return done.rowcount > 0


def by_number(name: str) -> tuple[str, int, str]:
    """Sort table-2 before table-10."""
    head = name.rstrip("0123456789")
    return head, int(name[len(head) :] or 0), name

"""Stores who plays: names that players agreed to, and who is surely not who else has that name."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from companion.hub.database import Rows, many

AT_ONCE: Final = timedelta(minutes=5)
"""Time for which two games overlap if nobody can have played both: longer than it takes to change
tables while the last move of a game is entered."""


def store_players(rows: Rows, table: str, told: Mapping[str, str]) -> None:
    """Store the players' names; who is told no more loses theirs, who was deleted gets none again."""
    rows.execute(
        "update players set told_name = null, own_name = null"
        " where table_name = %s and not id = any(%s)",
        (table, list(told)),
    )
    many(
        rows,
        "insert into players (table_name, id, told_name, is_gone) select told.table_name, told.id,"
        " case when gone then null else told.name end, gone from (select *, exists (select from players"
        " where players.id = one.id and is_gone) as gone from unnest(%s::text[], %s::text[], %s::text[])"
        " as one (table_name, id, name)) told"
        " on conflict (table_name, id) do update set told_name = excluded.told_name"
        " where not players.is_gone",
        [(table, id_, "".join(filter(str.isprintable, name))) for id_, name in told.items()],
    )


def set_apart(rows: Rows, table: str, sitting: int) -> None:
    """Know from now on that who played this is not who sat at another table meanwhile, if anybody of
    that name did."""
    rows.execute(
        "update players set is_apart = true from (select own.table_name, own.id, other.table_name as"
        " other_table, other.id as other_id"
        " from sittings this join seats on seats.table_name = this.table_name"
        " and seats.sitting = this.number"
        " join players own on own.table_name = seats.table_name and own.id = seats.player"
        " join players other on other.told_name = own.told_name and other.id <> own.id"
        " and other.table_name <> own.table_name"
        " join seats others on others.table_name = other.table_name and others.player = other.id"
        " join sittings that on that.table_name = others.table_name and that.number = others.sitting"
        " where this.table_name = %s and this.number = %s"
        " and least(this.last_at, that.last_at) - greatest(this.began_at, that.began_at) > %s) two"
        " where (players.table_name, players.id) in ((two.table_name, two.id), (other_table, other_id))",
        (table, sitting, AT_ONCE),
    )

"""Stores who plays: the names that players agreed to."""

from collections.abc import Mapping

from companion.hub.database import Rows, many


def store_players(rows: Rows, table: str, told: Mapping[str, str]) -> None:
    """Store the players' names; who is told no more loses theirs, who was deleted gets none again."""
    rows.execute(
        "update players set told_name = null, own_name = null"
        " where table_name = %s and not id = any(%s)",
        (table, list(told)),
    )
    many(
        rows,
        "insert into players (table_name, id, told_name) select told.table_name, told.id,"
        " case when gone.id is null then told.name end"
        " from unnest(%s::text[], %s::text[], %s::text[]) as told (table_name, id, name)"
        " left join gone on gone.id = told.id"
        " on conflict (table_name, id) do update set told_name = excluded.told_name",
        [(table, id_, "".join(filter(str.isprintable, name))) for id_, name in told.items()],
    )

"""Stores what tables tell: each line once, in order, and all of a batch or nothing of it.

Of a table's lines only those are stored that follow the last stored one: earlier ones are known, and
later ones would leave a gap and are sent again. Meanwhile the table's row is locked, so that several
hubs may store at the same time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from companion.hub.database import Database, Rows, many
from companion.hub.games import TableLine, store_games, told_of
from companion.hub.messages import Health, Heard, Moves, Players


@dataclass(frozen=True)
class Stored:
    """Up to which line of which book a table's lines are stored, and the check of the last."""

    table: str
    book: int
    told: int
    check: str


@dataclass
class _Table:
    """A table's row while its lines are stored, and the lines that are new."""

    name: str
    book: int
    told: int
    check: str
    lines: list[TableLine] = field(default_factory=list)

    def take_in(self, moves: Moves, heard_at: datetime) -> bool:
        """Take in what follows the last known line; return whether a new book begins with that."""
        if moves.book < self.book:
            return False
        is_new = moves.book > self.book
        if is_new:
            if moves.first != 1:
                return False
            self.book, self.told, self.check = moves.book, 0, ""
            self.lines.clear()
        if moves.first <= self.told + 1 <= moves.last:
            self.lines += told_of(self.name, moves, self.told, heard_at)
            self.told, self.check = moves.last, moves.check
        return is_new

    @property
    def stored(self) -> Stored:
        """What the table is told."""
        return Stored(self.name, self.book, self.told, self.check)


def store(database: Database, batch: Sequence[Heard]) -> list[Stored]:
    """Store a batch; return what each of its tables that sent moves is told once this has returned."""
    with database.transaction(), database.cursor() as rows:
        tables = _lock(rows, {one.table for one in batch})
        moved = [(one, one.message) for one in batch if isinstance(one.message, Moves)]
        for one, moves in moved:
            if tables[one.table].take_in(moves, one.at):
                rows.execute("delete from sittings where table_name = %s", (one.table,))
        _store_lines(rows, [table for table in tables.values() if table.lines])
        _store_health(rows, batch)
        for one in batch:
            if isinstance(one.message, Players):
                store_players(rows, one.table, one.message.players)
    return [tables[name].stored for name in sorted({one.table for one, _ in moved})]


def begin_anew(database: Database) -> list[Stored]:
    """Mark every table as absent until the broker reports it; return what each table is told."""
    with database.transaction(), database.cursor() as rows:
        rows.execute("update tables set is_here = false where is_here")
        rows.execute("select name, book, told, checked from tables")
        return [Stored(*row) for row in rows]


def _lock(rows: Rows, names: Iterable[str]) -> dict[str, _Table]:
    """Return these tables' rows, made where there are none; in one order, so that no two hubs wait for
    each other."""
    wanted = sorted(names)
    rows.execute("insert into tables (name) select unnest(%s::text[]) on conflict do nothing", (wanted,))
    rows.execute(
        "select name, book, told, checked from tables where name = any(%s) order by name for update",
        (wanted,),
    )
    return {row[0]: _Table(*row) for row in rows}


def _store_lines(rows: Rows, changed: Sequence[_Table]) -> None:
    store_games(rows, [told for table in changed for told in table.lines])
    many(
        rows,
        "update tables set book = said.book, told = said.told, checked = said.checked from"
        " unnest(%s::text[], %s::int[], %s::bigint[], %s::text[]) as said (name, book, told, checked)"
        " where tables.name = said.name",
        [(table.name, table.book, table.told, table.check) for table in changed],
    )


def _store_health(rows: Rows, batch: Iterable[Heard]) -> None:
    """Store how each table is: what it said last."""
    last = {one.table: one.message for one in batch if isinstance(one.message, Health)}
    many(
        rows,
        "update tables set is_here = said.is_here, heard_at = now(),"
        " health = coalesce(said.health, tables.health) from"
        " unnest(%s::text[], %s::bool[], %s::text[]) as said (name, is_here, health)"
        " where tables.name = said.name",
        [
            (name, one.is_here, msgspec.json.encode(one).decode() if one.is_here else None)
            for name, one in last.items()
        ],
    )


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

"""Stores what tables tell: each line once, in order, and all of a batch or nothing of it.

Of a table's lines those are stored that follow the last stored one; earlier ones are known, later ones
leave a gap and are sent again. The table's row is locked meanwhile, so that several hubs may store the
same at the same time.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any, Final

import msgspec

from companion.hub.database import Database, Rows, many
from companion.hub.messages import End, Health, Line, Message, Moves, Players, Said, time_of
from companion.hub.roster import set_apart, store_players

UNSET: Final = msgspec.UNSET
NOTHING: Final = b"null"
When = Callable[[str, Line], datetime]
"""Returns when a table's line came, by the hub's clock."""


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
    lines: list[Line] = field(default_factory=list)
    behind: dict[int, timedelta] = field(default_factory=dict)
    """How far the table's clock was behind when it told a sitting."""

    def take_in(self, moves: Moves, now: datetime) -> bool:
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
            new = moves.lines[self.told + 1 - moves.first :]
            self.lines += new
            sent = time_of(moves.sent)
            self.behind |= dict.fromkeys((line.sitting for line in new), now - (sent or now))
            self.told, self.check = moves.last, moves.check
        return is_new

    @property
    def stored(self) -> Stored:
        """What the table is told."""
        return Stored(self.name, self.book, self.told, self.check)


def store(database: Database, batch: Sequence[tuple[str, Message]]) -> list[Stored]:
    """Store a batch; return what each of its tables that sent moves is told once this has returned."""
    now = datetime.now(UTC)
    with database.transaction(), database.cursor() as rows:
        tables = _locked(rows, {name for name, _ in batch})
        for name, message in batch:
            if isinstance(message, Moves) and tables[name].take_in(message, now):
                rows.execute("delete from sittings where table_name = %s", (name,))
        _store_lines(rows, tables.values(), now)
        _store_health(rows, batch)
        for name, message in batch:
            if isinstance(message, Players):
                store_players(rows, name, message.players)
        moved = {name for name, message in batch if isinstance(message, Moves)}
    return [tables[name].stored for name in sorted(moved)]


def begin_anew(database: Database) -> list[Stored]:
    """Take no table to be there until the broker says so; return what every table is told."""
    with database.transaction(), database.cursor() as rows:
        rows.execute("update tables set is_here = false where is_here")
        rows.execute("select name, book, told, checked from tables")
        return [Stored(*row) for row in rows]


def _locked(rows: Rows, names: Iterable[str]) -> dict[str, _Table]:
    """Return these tables' rows, made where there are none; in one order, so that no two hubs wait for
    each other."""
    wanted = sorted(names)
    rows.execute("insert into tables (name) select unnest(%s::text[]) on conflict do nothing", (wanted,))
    rows.execute(
        "select name, book, told, checked from tables where name = any(%s) order by name for update",
        (wanted,),
    )
    return {row[0]: _Table(*row) for row in rows}


def _store_lines(rows: Rows, tables: Iterable[_Table], now: datetime) -> None:
    changed = [table for table in tables if table.lines]
    if not changed:
        return
    lines = [(table.name, line) for table in changed for line in table.lines]
    behind = {(table.name, sitting): by for table in changed for sitting, by in table.behind.items()}

    def when(name: str, line: Line) -> datetime:
        return _moment(line, behind[name, line.sitting], now)

    _open_sittings(rows, [(name, line) for name, line in lines if line.number == 0], when)
    _store_moves(rows, [(name, line) for name, line in lines if line.number > 0])
    _store_standing(rows, lines, when)
    many(
        rows,
        "update tables set book = said.book, told = said.told, checked = said.checked from"
        " unnest(%s::text[], %s::int[], %s::bigint[], %s::text[]) as said (name, book, told, checked)"
        " where tables.name = said.name",
        [(table.name, table.book, table.told, table.check) for table in changed],
    )


def _moment(line: Line, behind: timedelta, now: datetime) -> datetime:
    """Return when a line came by the hub's clock, however wrong the table's is."""
    at = time_of(line.at)
    try:
        return now if at is None else at + behind
    except OverflowError:
        return now


def _open_sittings(rows: Rows, lines: Sequence[tuple[str, Line]], when: When) -> None:
    many(
        rows,
        "insert into sittings (table_name, number, game, seats, began_at, instead_of, moved_at)"
        " select *, now() from unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::timestamptz[],"
        " %s::int[]) on conflict do nothing",
        [
            (name, one.sitting, one.game, one.seats, when(name, one), one.instead_of)
            for name, one in lines
        ],
    )
    seats = chain.from_iterable(_seats(name, line) for name, line in lines)
    many(
        rows,
        "insert into seats (table_name, sitting, seat, player)"
        " select * from unnest(%s::text[], %s::int[], %s::int[], %s::text[]) on conflict do nothing",
        list(seats),
    )


def _seats(table: str, line: Line) -> Iterable[tuple[str, int, int, str | None]]:
    known = [*(line.players or ()), *([None] * (line.seats or 0))]
    for seat, player in enumerate(known[: line.seats or 0], 1):
        yield table, line.sitting, seat, player


def _store_moves(rows: Rows, lines: Sequence[tuple[str, Line]]) -> None:
    """Store moves of sittings that have begun, none of which has another; and what earlier ones are
    called now."""
    said = _said_now(lines)
    many(
        rows,
        "insert into moves (table_name, sitting, number, seat, words, at, said) select told.* from"
        " unnest(%s::text[], %s::int[], %s::int[], %s::int[], %s::text[], %s::text[], %s::text[])"
        " as told (table_name, sitting, number, seat, words, at, said)"
        " join sittings on sittings.table_name = told.table_name and sittings.number = told.sitting"
        " on conflict do nothing",
        [
            (
                *(name, one.sitting, one.number, one.seat, _text(one.words)),
                *(one.at.replace("\0", ""), said.pop((name, one.sitting, one.number), None)),
            )
            for name, one in lines
        ],
    )
    many(
        rows,
        "update moves set said = told.said from unnest(%s::text[], %s::int[], %s::int[], %s::text[])"
        " as told (table_name, sitting, number, said) where moves.table_name = told.table_name"
        " and moves.sitting = told.sitting and moves.number = told.number",
        [(*key, text) for key, text in said.items()],
    )


def _said_now(lines: Sequence[tuple[str, Line]]) -> dict[tuple[str, int, int], str | None]:
    """Return what pages show of moves, after the last of these lines: by table, sitting and number."""
    said: dict[tuple[str, int, int], str | None] = {}
    for name, line in lines:
        for number, one in ((line.number, line.said), *line.resaid):
            said[name, line.sitting, number] = _written(one)
    return said


def _written(said: Said | None) -> str | None:
    return None if said is None else msgspec.json.encode(said).decode()


def _text(words: msgspec.Raw) -> str | None:
    return None if bytes(words) == NOTHING else bytes(words).decode()


def _store_standing(rows: Rows, lines: Sequence[tuple[str, Line]], when: When) -> None:
    """Store how each of these sittings stands after its last line that says so."""
    last: dict[tuple[str, int], Line] = {}
    for name, line in lines:
        if line.scores is not UNSET:
            last[name, line.sitting] = line
    newest = {(name, line.sitting): line for name, line in lines}
    many(
        rows,
        "update sittings set moves = said.moves, last_at = said.at, moved_at = now() from"
        " unnest(%s::text[], %s::int[], %s::int[], %s::timestamptz[])"
        " as said (table_name, number, moves, at)"
        " where sittings.table_name = said.table_name and sittings.number = said.number",
        [(*key, line.number, when(key[0], line)) for key, line in newest.items()],
    )
    for (name, sitting), line in last.items():
        end = line.end if isinstance(line.end, End) else None
        rows.execute(
            "update sittings set turn = %s, scores = %s, has_ended = %s"
            " where table_name = %s and number = %s",
            (line.turn, line.scores, end is not None, name, sitting),
        )
        _store_end(rows, name, sitting, line, end)


def _store_end(rows: Rows, table: str, sitting: int, line: Line, end: End | None) -> None:
    """Store each seat's place; none if the game has not ended, or goes on after all."""
    ranks: Sequence[int] = end.ranks if end else ()
    if end is None:
        rows.execute(
            "update seats set rank = null, score = null, has_won = false, beaten = 0"
            " where table_name = %s and sitting = %s and rank is not null",
            (table, sitting),
        )
        return
    set_apart(rows, table, sitting)
    scores: Sequence[Any] = line.scores if isinstance(line.scores, list) else ()
    many(
        rows,
        "update seats set rank = said.rank, score = said.score, has_won = said.has_won,"
        " beaten = said.beaten from unnest(%s::text[], %s::int[], %s::int[], %s::int[], %s::int[],"
        " %s::bool[], %s::int[])"
        " as said (table_name, sitting, seat, rank, score, has_won, beaten)"
        " where seats.table_name = said.table_name and seats.sitting = said.sitting"
        " and seats.seat = said.seat",
        [
            (
                table,
                sitting,
                seat,
                rank,
                scores[seat - 1] if seat <= len(scores) else None,
                seat in end.winners,
                sum(other > rank for other in ranks),
            )
            for seat, rank in enumerate(ranks, 1)
        ],
    )


def _store_health(rows: Rows, batch: Iterable[tuple[str, Message]]) -> None:
    """Store how each table is: what it said last."""
    last = {name: message for name, message in batch if isinstance(message, Health)}
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

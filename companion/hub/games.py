"""Stores the games that tables' lines tell: their seats, their moves, how they stand and how they end.

Each line is dated by the hub's clock. Of the table's own, which may be wrong by years, only how long ago
something was is taken, counted from when the line was sent: that is when it was heard.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Final

import msgspec

from companion.hub.database import Rows, many
from companion.hub.messages import End, Line, Moves, Said, time_of

UNSET: Final = msgspec.UNSET
NOTHING: Final = b"null"


@dataclass(frozen=True)
class TableLine:
    """A table's line. ``at``: when it came, by the hub's clock."""

    table: str
    line: Line
    at: datetime

    @property
    def sitting(self) -> tuple[str, int]:
        """The sitting of which it tells."""
        return self.table, self.line.sitting


def told_of(table: str, moves: Moves, after: int, heard_at: datetime) -> list[TableLine]:
    """Return what a message tells after that line."""
    sent_at = time_of(moves.sent) or heard_at
    lines = moves.lines[after + 1 - moves.first :]
    return [TableLine(table, line, _came_at(line, sent_at, heard_at)) for line in lines]


def _came_at(line: Line, sent_at: datetime, heard_at: datetime) -> datetime:
    at = time_of(line.at)
    try:
        return heard_at if at is None else at + (heard_at - sent_at)
    except OverflowError:
        return heard_at


def store_games(rows: Rows, lines: Sequence[TableLine]) -> None:
    """Store lines, of each table in order."""
    _open_sittings(rows, [one for one in lines if one.line.number == 0])
    _store_moves(rows, [one for one in lines if one.line.number > 0])
    _store_standing(rows, lines)


def _open_sittings(rows: Rows, lines: Sequence[TableLine]) -> None:
    many(
        rows,
        "insert into sittings (table_name, number, game, seats, began_at, instead_of, moved_at)"
        " select *, now() from unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::timestamptz[],"
        " %s::int[]) on conflict do nothing",
        [(*one.sitting, one.line.game, one.line.seats, one.at, one.line.instead_of) for one in lines],
    )
    many(
        rows,
        "insert into seats (table_name, sitting, seat, player)"
        " select * from unnest(%s::text[], %s::int[], %s::int[], %s::text[]) on conflict do nothing",
        list(chain.from_iterable(map(_seats, lines))),
    )


def _seats(told: TableLine) -> Iterable[tuple[str, int, int, str | None]]:
    seats = told.line.seats or 0
    known = [*(told.line.players or ()), *([None] * seats)]
    for seat, player in enumerate(known[:seats], 1):
        yield *told.sitting, seat, player


def _store_moves(rows: Rows, lines: Sequence[TableLine]) -> None:
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
                *(*one.sitting, one.line.number, one.line.seat, _text(one.line.words)),
                *(one.line.at.replace("\0", ""), said.pop((*one.sitting, one.line.number), None)),
            )
            for one in lines
        ],
    )
    many(
        rows,
        "update moves set said = told.said from unnest(%s::text[], %s::int[], %s::int[], %s::text[])"
        " as told (table_name, sitting, number, said) where moves.table_name = told.table_name"
        " and moves.sitting = told.sitting and moves.number = told.number",
        [(*key, text) for key, text in said.items()],
    )


def _said_now(lines: Sequence[TableLine]) -> dict[tuple[str, int, int], str | None]:
    """Return what pages show of moves, after the last of these lines: by table, sitting and number."""
    said: dict[tuple[str, int, int], str | None] = {}
    for one in lines:
        for number, what in ((one.line.number, one.line.said), *one.line.resaid):
            said[(*one.sitting, number)] = _written(what)
    return said


def _written(said: Said | None) -> str | None:
    return None if said is None else msgspec.json.encode(said).decode()


def _text(words: msgspec.Raw) -> str | None:
    return None if bytes(words) == NOTHING else bytes(words).decode()


def _store_standing(rows: Rows, lines: Sequence[TableLine]) -> None:
    """Store how each of these sittings stands after its last line that says so."""
    newest = {one.sitting: one for one in lines}
    many(
        rows,
        "update sittings set moves = said.moves, last_at = said.at, moved_at = now() from"
        " unnest(%s::text[], %s::int[], %s::int[], %s::timestamptz[])"
        " as said (table_name, number, moves, at)"
        " where sittings.table_name = said.table_name and sittings.number = said.number",
        [(*key, one.line.number, one.at) for key, one in newest.items()],
    )
    standing = {one.sitting: one.line for one in lines if one.line.scores is not UNSET}
    for key, line in standing.items():
        end = line.end if isinstance(line.end, End) else None
        rows.execute(
            "update sittings set turn = %s, scores = %s, has_ended = %s"
            " where table_name = %s and number = %s",
            (line.turn, line.scores, end is not None, *key),
        )
        _store_end(rows, key, line, end)


def _store_end(rows: Rows, sitting: tuple[str, int], line: Line, end: End | None) -> None:
    """Store each seat's place; none if the game has not ended, or goes on after all."""
    if end is None:
        rows.execute(
            "update seats set rank = null, score = null, has_won = false, beaten = 0"
            " where table_name = %s and sitting = %s and rank is not null",
            sitting,
        )
        return
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
                *(*sitting, seat, rank),
                scores[seat - 1] if seat <= len(scores) else None,
                *(seat in end.winners, sum(other > rank for other in end.ranks)),
            )
            for seat, rank in enumerate(end.ranks, 1)
        ],
    )

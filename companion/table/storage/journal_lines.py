"""The journal's lines: each with its number in the file, and a checksum of its content.

    5c3f90a1 1 journal {"format": 3}
    91d0e4b7 2 sitting {"sitting": 1, "opened_at": …, "first_line": …}
    07aa35c2 3 moves {"sitting": 1, "after": 0, "events": [[id, words, by, at, happened_at], …], …}
    e2b81f06 4 timer {"sitting": 1, "key": …, "left_s": …}
    1c09be77 5 closed {"sitting": 1}

``after``: the number of the sitting's moves before these. A changed line is detected by its checksum, a
missing one by the numbers of the others. A sitting's first moves may have ``instead_of``: they come from
an earlier sitting, which this one replaces. They are one line, so that never both sittings count. Moves
may have ``early``: what was chosen before its turn and waits for it; the last moves' counts. Earlier
versions skip what they do not know: ``closed``, ``instead_of``, ``early`` and a first line's
``nameless``.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.table.shapes.values import JsonObject, as_text
from companion.table.storage.chapter import (
    Misshapen,
    MoveBatch,
    Opening,
    Saved,
    event_of,
    first_line_of,
    object_of,
    timer_of,
)

FORMAT = 3
"""Formats 1 and 2 were SQLite files (``old_journal.py``)."""
HEADER: JsonObject = {"format": FORMAT}

Kind = Literal["journal", "sitting", "moves", "timer", "closed"]
Row = tuple[Kind, JsonObject]


def line_of(number: int, row: Row) -> bytes:
    """Return a line as it is written."""
    kind, words = row
    text = b"%d %s %s" % (number, kind.encode(), as_text(words).encode(errors="surrogatepass"))
    return b"%08x %s\n" % (zlib.crc32(text), text)


def lines_of(rows: Iterable[Row]) -> bytes:
    """Return a whole file."""
    return b"".join(line_of(number, row) for number, row in enumerate(rows, start=1))


@dataclass(frozen=True)
class JournalContent:
    """A file's content: its good lines by number.

    ``begun``: how many lines, from the first on, are good and in order; ``length``: their bytes.
    ``rest``: the bytes behind them.
    """

    good: dict[int, bytes]
    begun: int
    length: int
    rest: bytes

    @property
    def is_whole(self) -> bool:
        """Whether everything is good except, at most, a last line that was being written when the power
        went."""
        return len(self.good) == self.begun > 0 and b"\n" not in self.rest[:-1]


def read_lines(data: bytes) -> JournalContent:
    """Examine every line of a file."""
    good: dict[int, bytes] = {}
    begun = length = 0
    for line in data.split(b"\n")[:-1]:
        number = _number_of(line)
        if number is None:
            continue
        good.setdefault(number, line)
        if number == begun + 1 and data.startswith(line, length):
            begun, length = number, length + len(line) + 1
    return JournalContent(good, begun, length, data[length:])


def _number_of(line: bytes) -> int | None:
    """Return a good line's number; None if the line is damaged."""
    told, _, text = line.partition(b" ")
    number = text.partition(b" ")[0]
    if told != b"%08x" % zlib.crc32(text) or not number.isdigit():
        return None
    return int(number)


def row_of(line: bytes) -> Row:
    """Return the content of a good line. Raises ``Misshapen``."""
    _, _, kind, text = line.split(b" ", 3)
    return kind.decode(), object_of(text.decode(errors="surrogatepass"))  # type: ignore[return-value]


def opening_row(saved: Saved) -> Row:
    """Return the row that begins a sitting."""
    words = {"sitting": saved.number, "opened_at": saved.opened_at, "first_line": saved.first_line}
    return "sitting", words | ({"nameless": list(saved.nameless)} if saved.nameless else {})


def moves_row(sitting: int, after: int, batch: MoveBatch, instead_of: int | None = None) -> Row:
    """Return the row of moves that were accepted together."""
    events = [[one.move_id, one.words, one.by, one.at, one.happened_at] for one in batch.events]
    words = {"sitting": sitting, "after": after, "events": events, "memory": batch.memory}
    words |= {"early": list(batch.early)} if batch.early else {}
    return "moves", words | ({} if instead_of is None else {"instead_of": instead_of})


def timer_row(sitting: int, timer: tuple[str, float]) -> Row:
    """Return the row for the remaining time."""
    return "timer", {"sitting": sitting, "key": timer[0], "left_s": timer[1]}


def make_closed_row(sitting: int) -> Row:
    """Return the row of a sitting that was put away."""
    return "closed", {"sitting": sitting}


def rows_of(sittings: Iterable[Saved]) -> Iterator[Row]:
    """Yield the rows of a journal of these sittings."""
    yield "journal", HEADER
    for saved in sittings:
        yield opening_row(saved)
        after = 0
        for batch in saved.batches:
            yield moves_row(saved.number, after, batch, None if after else saved.instead_of)
            after += len(batch.events)
        if saved.timer is not None:
            yield timer_row(saved.number, saved.timer)
        if saved.is_closed:
            yield make_closed_row(saved.number)


def rewrite_lines(
    lines: Sequence[bytes], marks: Sequence[bytes], change: Callable[[Row], Row]
) -> Iterator[bytes]:
    """Yield a whole file's lines, changing those that contain one of the ``marks``.

    Only the last moves keep the memory of the table: earlier memories no longer count. Raises
    ``Misshapen``.
    """
    last = max((at for at, line in enumerate(lines) if kind_of(line) == b"moves"), default=None)
    for at, line in enumerate(lines):
        if not any(mark in line for mark in marks):
            yield line
            continue
        kind, words = row_of(line)
        if kind == "moves" and at != last:
            words = words | {"memory": None}
        yield line_of(at + 1, change((kind, words)))[:-1]


def openings_of(lines: Sequence[bytes]) -> Iterator[Opening]:
    """Yield the opening of each sitting in an undamaged file; only the first and last of its moves are
    read.

    Raises ``Misshapen``.
    """
    of: list[bytes] = []
    for line in lines:
        is_first = kind_of(line) == b"sitting"
        if is_first and of:
            yield _opening_of(of)
            of = []
        if of or is_first:
            of.append(line)
    if of:
        yield _opening_of(of)


def _opening_of(lines: Sequence[bytes]) -> Opening:
    moves = [line for line in lines if kind_of(line) == b"moves"]
    closed = [line for line in lines if kind_of(line) == b"closed"]
    told = _sitting_of([row_of(line) for line in (lines[0], *moves[:1], *closed)])
    last = row_of(moves[-1])[1] if told.batches else {}
    return replace(told.opening, moves=last.get("after", 0) + len(last.get("events", ())))


def kind_of(line: bytes) -> bytes:
    """Return which kind of row a good line is."""
    return line.split(b" ", 3)[2]


def sittings_of(rows: Iterable[Row]) -> Iterator[Saved]:
    """Yield the sittings, each up to its first missing move. Raises ``Misshapen``."""
    of: list[Row] = []
    for row in rows:
        if row[0] == "sitting" and of:
            yield _sitting_of(of)
            of = []
        if row[0] == "sitting" or of:
            of.append(row)
    if of:
        yield _sitting_of(of)


def _sitting_of(rows: Sequence[Row]) -> Saved:
    (_, opening), *others = rows
    number, opened_at = opening.get("sitting"), opening.get("opened_at")
    if not isinstance(number, int) or not isinstance(opened_at, str):
        raise Misshapen("no first line of a sitting")
    batches: list[MoveBatch] = []
    known, timer, instead_of, is_closed = 0, None, None, False
    for kind, words in others:
        if words.get("sitting") != number:
            continue  # the first line of its own sitting is lost
        if kind == "timer":
            timer = timer_of((words.get("key"), words.get("left_s")))
        elif kind == "closed":
            is_closed = True
        elif kind == "moves" and words.get("after") == known:
            instead_of = words.get("instead_of") if known == 0 else instead_of
            batches.append(batch_of(words))
            known += len(batches[-1].events)
    first_line = first_line_of(opening.get("first_line"))
    nameless = tuple(name for name in opening.get("nameless") or () if name in first_line["seats"])
    return Saved(
        number,
        opened_at,
        first_line,
        tuple(batches),
        timer,
        nameless=nameless,
        instead_of=instead_of if isinstance(instead_of, int) else None,
        is_closed=is_closed,
    )


def batch_of(words: JsonObject) -> MoveBatch:
    """Return moves that were accepted together. Raises ``Misshapen``."""
    try:
        events, early = (
            tuple(event_of(*event) for event in words["events"]),
            tuple(words.get("early", ())),
        )
        batch = MoveBatch(events, words["memory"], early)
    except (LookupError, TypeError) as error:
        raise Misshapen("no moves of a sitting") from error
    if not isinstance(batch.memory, dict | None) or not all(isinstance(one, dict) for one in early):
        raise Misshapen("no memory of a table")
    return batch

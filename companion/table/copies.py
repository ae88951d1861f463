"""The journal's second copy: one file of lines for each sitting, written after the journal itself.

Each line bears a sum of itself, so that a damaged one is not believed. The copy is behind the journal at
most by what was written in the moment of a power cut; the next start makes up for it.
"""

import json
import logging
import os
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any

from companion.table.chapter import Batch, Event, Saved, event_of, first_line_of
from companion.table.files import open_private, sync_folder, write_all, write_whole
from companion.table.shapes import JsonObject

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Copy:
    """What a copy holds. ``saved``: up to its first bad line, None where that is the very first.

    ``events``: so many moves the sitting had, as the last good line tells, whatever is bad before it.
    """

    saved: Saved | None
    events: int


class Copies:
    """The copies in one folder, of which the newest sitting's is written on.

    Only what is asked for raises. A copy that cannot be written is told in the log, and tried again with
    the next move: the journal itself has what was accepted.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: FileIO | None = None
        self._sitting = 0
        self._length = self._events = 0
        self._unwritten = b""

    @property
    def newest(self) -> int:
        """The number of the newest sitting that has a copy; 0 where none has."""
        return max(self.numbers(), default=0)

    def numbers(self) -> list[int]:
        """Return the numbers of the sittings that have a copy, in order."""
        stems = [path.stem for path in self.folder.glob("*.lines")] if self.folder.is_dir() else []
        return sorted(int(stem) for stem in stems if stem.isascii() and stem.isdigit())

    def read(self, sitting: int) -> Copy:
        """Return what a sitting's copy holds, as far as it is to be read."""
        try:
            lines = self._path(sitting).read_bytes().split(b"\n")
        except OSError:
            return Copy(None, 0)
        rows = [_row(line) for line in lines if line]
        events = max((_count(row) for row in rows if row is not None), default=0)
        return Copy(_saved(rows, sitting), events)

    def go_on(self, saved: Saved) -> None:
        """Go on with a sitting's copy; it is written anew where it does not hold just this."""
        lines = [_line(_opening(saved.number, saved.opened_at, saved.first_line))]
        before = 0
        for batch in saved.batches:
            lines.append(_line(_words(before, batch)))
            before += len(batch.events)
        data = b"".join(lines)
        self._follow(saved.number, len(data), before)
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            path = self._path(saved.number)
            if not path.exists() or path.read_bytes() != data:
                write_whole(path, data)
        except OSError as error:
            self._length, self._unwritten = 0, data
            _log.warning("the journal's copy cannot be written: %s", error.strerror)

    def append(self, batch: Batch) -> None:
        """Add a batch to the copy of the sitting that is gone on with."""
        if batch.events and self._sitting:
            self._unwritten += _line(_words(self._events, batch))
            self._events += len(batch.events)
            self._write_on()

    def close(self) -> None:
        """Close the file that is written; nothing may be added afterwards."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _follow(self, sitting: int, length: int, events: int) -> None:
        self.close()
        self._sitting, self._length, self._events, self._unwritten = sitting, length, events, b""

    def _write_on(self) -> None:
        try:
            if self._file is None:
                self.folder.mkdir(mode=0o700, exist_ok=True)
                self._file = open_private(self._path(self._sitting))
            self._file.seek(self._length)  # over what a full disk left of the line before
            write_all(self._file, self._unwritten)
        except OSError as error:
            _log.warning("the journal's copy cannot be written: %s", error.strerror)
            return
        self._length += len(self._unwritten)
        self._unwritten = b""

    def finish(self) -> None:
        """Let all that was written outlast a power cut: the sitting ends, or the table stops."""
        if self._file is not None:
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                _log.warning("the journal's copy cannot be written: %s", error.strerror)
            sync_folder(self.folder)

    def _path(self, sitting: int) -> Path:
        return self.folder / f"{sitting:06}.lines"


def _line(row: JsonObject) -> bytes:
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _row(line: bytes) -> JsonObject | None:
    """Return what a line holds; None where it is damaged."""
    told, _, text = line.partition(b" ")
    if told != b"%08x" % zlib.crc32(text):
        return None
    row: JsonObject = json.loads(text.decode(errors="surrogatepass"))
    return row


def _opening(sitting: int, at: str, first_line: JsonObject) -> JsonObject:
    return {"sitting": sitting, "opened_at": at, "first_line": first_line}


def _words(before: int, batch: Batch) -> JsonObject:
    events = [[one.move_id, one.words, one.by, one.at, one.happened_at] for one in batch.events]
    return {"after": before, "events": events, "memory": batch.memory}


def _count(row: JsonObject) -> int:
    return int(row["after"]) + len(row["events"]) if "after" in row else 0


def _saved(rows: Sequence[JsonObject | None], sitting: int) -> Saved | None:
    """Return the sitting up to the first row that is not to be read."""
    first = rows[0] if rows else None
    if first is None or first.get("sitting") != sitting:
        return None
    line = first_line_of(first["first_line"])
    return Saved(sitting, str(first["opened_at"]), line, tuple(_batches(rows[1:])))


def _batches(rows: Sequence[JsonObject | None]) -> Iterator[Batch]:
    known = 0
    for row in rows:
        if row is None or row.get("after") != known:
            return
        batch = Batch(tuple(_events(row["events"])), row["memory"])
        known += len(batch.events)
        yield batch


def _events(rows: Sequence[Sequence[Any]]) -> Iterator[Event]:
    for row in rows:
        yield event_of(*row)

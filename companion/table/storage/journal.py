"""Append-only memory of everything accepted: it is on disk before anyone is informed.

One file of lines (``journal_lines.py``, ``journal_file.py``) with a copy beside it. A batch of moves (a
throw with what was set aside before it) is one line, so that a power cut leaves all or none of it.

If it cannot be written, it is refused. The owner may then go on in another folder, or without memory.
"""

import errno
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from companion.errors import JournalError, OnTrial
from companion.table.shapes.values import JsonObject
from companion.table.storage.chapter import (
    By,
    Chapter,
    Event,
    Misshapen,
    MoveBatch,
    NewerVersion,
    Opening,
    Saved,
)
from companion.table.storage.files import make_folder
from companion.table.storage.journal_file import JournalFile
from companion.table.storage.journal_lines import (
    Row,
    kind_of,
    lines_of,
    make_closed_row,
    moves_row,
    opening_row,
    openings_of,
    read_lines,
    rewrite_lines,
    row_of,
    rows_of,
    sittings_of,
    timer_row,
)
from companion.table.storage.journal_mending import Mended, opened

__all__ = ["By", "Chapter", "Event", "Journal", "Mended", "Opening", "Saved", "Trouble"]

_log = logging.getLogger(__name__)

Trouble = Literal["gone", "read_only", "full", "broken", "on_trial"]
"""Why nothing can be written: the folder was removed or moved; the disk is read-only or full, or
fails; an update is being tried, and what was accepted meanwhile could be lost."""

TROUBLES: Final[dict[int | None, Trouble]] = {
    errno.ENOENT: "gone",
    errno.ENOTDIR: "gone",
    errno.ESTALE: "gone",
    errno.ENODEV: "gone",
    errno.ENXIO: "gone",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
}
HINTS: Final[dict[Trouble, str]] = {
    "gone": "Bring the data folder back, or go on in another one on the host's page.",
    "read_only": "Make it writable again, or go on in another folder on the host's page.",
    "full": "Make room on the disk, or go on in another folder on the host's page.",
    "broken": "The disk may be worn out: go on in another folder on the host's page.",
    "on_trial": "Wait a minute, then do it again.",
}


class Journal:
    """The table's memory in one file (``":memory:"`` for none). Every fault is a ``JournalError``.

    ``mended``: what was repaired in a damaged journal, None if it was whole; ``trouble``: why the last
    write failed, None if it did not. Not locked: its owner calls it from one thread at a time.
    """

    def __init__(
        self, path: Path | Literal[":memory:"], on_trial: Callable[[], bool] = lambda: False
    ) -> None:
        """``on_trial``: whether an update is being tried, so that nothing may be accepted now."""
        self._on_trial = on_trial
        self._file: JournalFile | None = None
        self.mended: Mended | None = None
        self.trouble: Trouble | None = None
        self.is_without = False
        """Whether its owner went on without writing down accepted moves."""
        self.openings: list[Opening] = []
        """How every sitting began, oldest first."""
        self._saved: Saved | None = None
        self._batches: list[MoveBatch] = []
        self._events = 0
        if isinstance(path, Path):
            self._open(path)

    def __enter__(self) -> Self:
        """Return the open journal."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    @property
    def folder(self) -> Path | None:
        """The folder it was last written in; None if it never was."""
        return None if self._file is None else self._file.path.parent

    def is_kept_in(self, folder: Path) -> bool:
        """Tell whether the file being written is in this folder now."""
        return self._file is not None and self.folder == folder and self._file.is_there

    def has_another_in(self, folder: Path) -> bool:
        """Tell whether this folder holds another journal."""
        is_there = self._file is not None and (folder / self._file.path.name).exists()
        return is_there and not self.is_kept_in(folder)

    def open_sitting(self, first_line: JsonObject, at: str, nameless: Sequence[str] = ()) -> int:
        """Write a sitting's first line; return the sitting's number. ``nameless``: as in ``Opening``."""
        number = 1 if self._saved is None else self._saved.number + 1
        saved = Saved(number, at, first_line, nameless=tuple(nameless))
        if self._file is not None:
            self._file.finish()  # the sitting before this one is over
        self._write(opening_row(saved))
        self._take_in(saved)
        self.openings.append(saved.opening)
        return saved.number

    def append(
        self,
        sitting: int,
        events: Sequence[Event],
        memory: JsonObject | None,
        instead_of: int | None = None,
        early: Sequence[JsonObject] = (),
    ) -> None:
        """Write one batch of moves with the memory of the table; on disk when this returns.

        ``instead_of``: with these, its first moves, the sitting replaces an earlier one; ``early``: what
        was chosen before its turn, and waits for that.
        """
        assert self._saved is not None
        assert sitting == self._saved.number
        if not events:
            return
        batch = MoveBatch(tuple(events), memory, tuple(early))
        self._write(moves_row(sitting, self._events, batch, instead_of))
        if self._events == 0:
            self._saved = replace(self._saved, instead_of=instead_of)
        self._batches.append(batch)
        self._events += len(events)
        known = replace(self.openings[-1], moves=self._events, instead_of=self._saved.instead_of)
        self.openings[-1] = known

    def close_sitting(self) -> None:
        """Record that the newest sitting is put away: there is none to continue."""
        assert self._saved is not None
        self._write(make_closed_row(self._saved.number))
        self._saved = replace(self._saved, is_closed=True)
        self.openings[-1] = replace(self.openings[-1], is_closed=True)

    def keep_memory(
        self, sitting: int, memory: JsonObject | None, early: Sequence[JsonObject] = ()
    ) -> None:
        """Write what is remembered of the table now, and what was chosen early; it replaces what was
        written before.
        """
        assert self._saved is not None
        batch = MoveBatch((), memory, tuple(early))
        self._write(moves_row(sitting, self._events, batch))
        if self._batches and not self._batches[-1].events:
            self._batches.pop()
        self._batches.append(batch)

    def keep_timer(self, sitting: int, key: str, left_s: float) -> None:
        """Write how much of the game's time is left; it replaces what was written before."""
        assert self._saved is not None
        self._write(timer_row(sitting, (key, left_s)))
        self._saved = replace(self._saved, timer=(key, left_s))

    def last(self) -> Chapter | None:
        """Return the complete newest sitting, so that it can continue; None if none is under way."""
        newest = self._newest
        return None if newest is None or newest.is_closed else newest.chapter

    def players(self) -> list[str]:
        """Return everybody who has played here, each once: the newest sitting's seats first, in their
        order.

        Players who want no entry are left out.
        """
        seats = ((name, one) for one in reversed(self.openings) for name in one.seats)
        return list(dict.fromkeys(name for name, one in seats if name not in one.nameless))

    def sittings(self) -> Iterator[Saved]:
        """Yield every sitting in the file, oldest first, in its state at the time of the call.

        Raises OSError; ``Misshapen`` later.
        """
        newest = self._newest
        kept = iter(()) if self._file is None else _sittings_in(self._file.content())
        if newest is None:
            return kept
        return chain((one for one in kept if one.number < newest.number), [newest])

    def rewrite(self, marks: Sequence[bytes], change: Callable[[Row], Row]) -> None:
        """Rewrite all lines that contain one of the ``marks`` (with other names), or none of them."""
        try:
            lines = [*rewrite_lines(self._lines(), marks, change)]
            openings = {one.number: one for one in openings_of(lines)}
            newest = _newest_of(lines)
        except (OSError, Misshapen) as error:
            raise self._fault("read", Path(self.folder or "."), error) from error
        self._check_not_on_trial()
        if self._file is not None and not self.is_without:
            try:
                self._file.check()
                self._file.write_anew(b"".join(line + b"\n" for line in lines))
            except OSError as error:
                self.trouble = trouble_of(error)
                raise self._fault("write", self._file.path, error) from error
        self.openings = [openings.get(one.number, one) for one in self.openings]
        for saved in newest:
            self._take_in(saved)

    def _lines(self) -> list[bytes]:
        """Return all lines, as they are written or would be. Raises OSError, ``Misshapen``."""
        if self._file is None or self.is_without:
            return lines_of(rows_of(self.sittings())).splitlines()
        good = read_lines(self._file.content()).good
        return [good[number] for number in sorted(good)]

    def look(self) -> None:
        """Check whether the next move could be written; ``trouble`` has the answer."""
        if self._file is None or self.is_without:
            return
        try:
            self._file.probe() if self.trouble else self._file.check()
            self.trouble = "on_trial" if self.on_trial else None
        except OSError as error:
            self.trouble = trouble_of(error)

    @property
    def on_trial(self) -> bool:
        """Whether an update is being tried, so that nothing is accepted."""
        return self._on_trial()

    def _check_not_on_trial(self) -> None:
        """Raise ``OnTrial`` while an update is being tried."""
        if self.on_trial:
            self.trouble = "on_trial"
            raise OnTrial

    def go_on_in(self, folder: Path) -> None:
        """Write all that is known into a folder that has no other journal, and go on there."""
        assert self._file is not None
        self._check_not_on_trial()
        path, before = folder / self._file.path.name, self._file
        try:
            if path == before.path and before.is_there:
                before.write_anew(lines_of(rows_of(self._all())))
            else:
                make_folder(folder)
                self._file = JournalFile.made(path, list(rows_of(self._all())))
                with suppress(OSError):  # of a disk that fails
                    before.close()
        except OSError as error:
            raise self._fault("write", path, error) from error
        self.trouble, self.is_without = None, False

    def go_on_without(self) -> None:
        """Accept moves without writing them down."""
        self._check_not_on_trial()
        self.trouble, self.is_without = None, True

    def close(self) -> None:
        """Close the file; the journal must not be used afterwards."""
        if self._file is not None:
            self._file.close()

    def _open(self, path: Path) -> None:
        try:
            self._file, self.mended = opened(path)
            # Of the sittings before the newest, only the beginnings are read.
            self.openings = list(openings_of(self._file.lines))
            newest = _newest_of(self._file.lines)
            self._file.lines = ()
        except (OSError, Misshapen) as error:
            self.close()
            raise self._fault("read", path, error) from error
        for saved in newest:
            self._take_in(saved)

    def _take_in(self, saved: Saved) -> None:
        self._saved, self._batches = replace(saved, batches=()), list(saved.batches)
        self._events = sum(len(batch.events) for batch in saved.batches)

    @property
    def _newest(self) -> Saved | None:
        return None if self._saved is None else replace(self._saved, batches=tuple(self._batches))

    def _all(self) -> list[Saved]:
        """Return every sitting that the file still holds, and the newest as it is known here."""
        try:
            return list(self.sittings())
        except (OSError, Misshapen) as error:
            _log.warning("earlier games cannot be taken along: %s", error)
        return [] if self._newest is None else [self._newest]

    def _write(self, row: Row) -> None:
        self._check_not_on_trial()
        if self._file is None or self.is_without:
            return
        try:
            self._file.add(row)
        except OSError as error:
            self.trouble = trouble_of(error)
            raise self._fault("write", self._file.path, error) from error
        self.trouble = None

    def _fault(self, doing: str, path: Path, error: Exception) -> JournalError:
        if isinstance(error, JournalError):
            return error
        told = error.strerror or error if isinstance(error, OSError) else error
        hint = HINTS[trouble_of(error)]
        if doing == "read":
            hint = "Is the disk full, or is it read-only? Another folder is named with --data."
        if isinstance(error, NewerVersion):
            hint = "Install that version again, or name another folder with --data."
        return JournalError(f"cannot {doing} the journal {path.name}: {told}", hint=hint)


def _newest_of(lines: Sequence[bytes]) -> list[Saved]:
    """Return the newest sitting of a whole file. Raises ``Misshapen``."""
    begins = [number for number, line in enumerate(lines) if kind_of(line) == b"sitting"]
    return list(sittings_of(map(row_of, lines[begins[-1] :] if begins else ())))


def _sittings_in(content: bytes) -> Iterator[Saved]:
    good = read_lines(content).good
    yield from sittings_of(row_of(good[number]) for number in sorted(good))


def trouble_of(error: Exception) -> Trouble:
    """Return why a write failed."""
    return TROUBLES.get(getattr(error, "errno", None), "broken")

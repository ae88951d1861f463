"""Opens a journal completely: each line is taken from whichever of its two files has an undamaged copy.

If they are damaged or differ, they are kept aside in a folder, and a new journal is written from
everything good in either. A journal of an earlier version is imported once, and kept aside. A power cut
in the middle loses nothing: the new file replaces the old one in a single step, and is then complete.
"""

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.table.storage.chapter import NewerVersion, Saved
from companion.table.storage.files import sync_folder, write_whole
from companion.table.storage.journal_file import JournalFile, copy_beside, lock_beside
from companion.table.storage.journal_lines import (
    FORMAT,
    JournalContent,
    lines_of,
    read_lines,
    row_of,
    rows_of,
    sittings_of,
)
from companion.table.storage.lock import Lock
from companion.table.storage.old_journal import old_files, read_old

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Mended:
    """The result of repairing a damaged journal.

    ``folder``: the name of the folder beside it with the damaged files; ``moves``: how many moves the
    newest sitting now has.
    """

    folder: str
    moves: int


def opened(path: Path) -> tuple[JournalFile, Mended | None]:
    """Open or create the journal; tell whether it was damaged. Raises OSError, ``Misshapen``."""
    with ExitStack() as held:
        lock = held.enter_context(closing(Lock(lock_beside(path))))
        mended = _make_whole(path)
        earlier = _take_over(path)
        file = JournalFile(path, lock)
        held.pop_all()  # the file's now
    return file, mended or earlier


def _make_whole(path: Path) -> Mended | None:
    files = [path, copy_beside(path)]
    held = [_content(each) for each in files]
    if held == [None, None]:
        write_whole(path, lines_of(rows_of([])))
        return None
    journal, copy = (read_lines(content or b"") for content in held)
    _check_format(journal.good.get(1) or copy.good.get(1))
    if journal.is_whole and _holds_all_of(journal, copy):
        return None
    saved = list(_best(journal, copy))
    folder = _keep_aside(path, "journal-damaged", files)
    write_whole(path, lines_of(rows_of(saved)))
    copy_beside(path).unlink(missing_ok=True)  # rebuilt: the old one is in that folder now
    moves = len(saved[-1].events) if saved else 0
    _log.warning("the journal was damaged: its newest game has %s moves now", moves)
    return Mended(folder, moves)


def _content(path: Path) -> bytes | None:
    """Return a file's content; None if there is no file. Raises OSError."""
    if path.exists() and not path.is_file():
        raise IsADirectoryError(0, "it is no file")
    return path.read_bytes() if path.exists() else None


def _check_format(line: bytes | None) -> None:
    told = None if line is None else row_of(line)[1].get("format")
    if isinstance(told, int) and told > FORMAT:
        raise NewerVersion(f"written by a newer version (format {told})")


def _holds_all_of(journal: JournalContent, copy: JournalContent) -> bool:
    return all(journal.good.get(number) == line for number, line in copy.good.items())


def _best(journal: JournalContent, copy: JournalContent) -> Iterator[Saved]:
    """Yield each sitting as far as one of the files has it.

    Two that contradict each other do not belong to one journal: then the journal's own file counts.
    """
    good = copy.good | journal.good
    if any(copy.good[number] != line for number, line in journal.good.items() if number in copy.good):
        good = journal.good
    yield from sittings_of(row_of(good[number]) for number in sorted(good))


def _take_over(path: Path) -> Mended | None:
    """Import the journal of an earlier version; tell whether it was damaged."""
    if not _old_files(path):
        return None
    old = read_old(path.parent)
    lines = read_lines(path.read_bytes()).good
    ours = list(sittings_of(row_of(lines[number]) for number in sorted(lines)))
    known = {(saved.opened_at, str(saved.first_line)) for saved in ours}
    for saved in old.sittings:  # an imported one, from before the power failed, is there already
        if (saved.opened_at, str(saved.first_line)) not in known:
            last = ours[-1].number if ours else 0
            ours.append(replace(saved, number=max(saved.number, last + 1)))
    write_whole(path, lines_of(rows_of(ours)))
    files = _old_files(path)  # SQLite may have created some
    folder = _keep_aside(path, "journal-damaged" if old.is_damaged else "journal-before", files)
    for each in files:
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    sync_folder(path.parent)
    _log.info("the journal of an earlier version was taken over; it is kept in %s", folder)
    return Mended(folder, len(ours[-1].events) if ours else 0) if old.is_damaged else None


def _old_files(path: Path) -> list[Path]:
    return [each for each in old_files(path.parent) if each != path]


def _keep_aside(path: Path, name: str, files: list[Path]) -> str:
    """Move files as they are into a new folder beside the journal; return the folder's name. Raises
    OSError."""
    number = 1
    while (folder := path.with_name(f"{name}-{number}")).exists():
        number += 1
    folder.mkdir(mode=0o700)
    for file in files:
        if file.is_dir():
            shutil.copytree(file, folder / file.name, copy_function=_link)
        elif file.exists():
            _link(file, folder / file.name)
    sync_folder(folder)
    sync_folder(path.parent)
    return folder.name


def _link(file: str | Path, to: str | Path) -> None:
    """Give a file a second name, which takes no space; if that is impossible, copy it."""
    with suppress(OSError):
        os.link(file, to)
        return
    shutil.copy2(file, to)

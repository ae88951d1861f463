"""Each byte of every file of a journal in turn, and damages by lot: ``python -m tests.rigs.damages``
``[LOT [EVERY [FORMAT…]]]``; EVERY: of so many bytes one.

The data folders are those of every format that is among the tests' (``tests/table/journals``). One file
is damaged each time: a byte's bit flipped, or by lot bits flipped, a block zeroed or filled with
anything, cut off, something put in, or the file gone. Then a journal is opened there. No accepted move
may be lost, none changed; of formats without copies and sums it is counted what is.
"""

import logging
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from companion.cli.settings import JOURNAL
from companion.errors import JournalError
from companion.table.storage.journal import Chapter, Journal
from tests.table.storage.test_damaged_journals import damaged

JOURNALS = Path(__file__).parents[2] / "table" / "journals"
COPIED = ("format-2-with-copies", "format-3")
"""Of these formats there are copies."""
IGNORED = shutil.ignore_patterns("shown.json")
TOLD_EVERY_S = 60.0

Damage = Callable[[bytes], bytes | None]


@dataclass
class Account:
    """What became of the damages of one kind of file."""

    damages: int = 0
    found: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """Tell it in a line."""
        told = ", ".join(f"{count} {what}" for what, count in sorted(self.found.items()))
        return f"{self.damages} damages: {told}"


def main(lot: int, every: int = 1, formats: tuple[str, ...] = COPIED, seed: int = 1) -> int:
    """Damage; return how often a move was lost or changed where that may not be."""
    rng, accounts = Random(seed), dict[str, Account]()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=_memory()) as made:
        for folder in sorted(path for name in formats for path in (JOURNALS / name).iterdir()):
            place, truth = Path(made) / "data", _truth(folder, Path(made) / "whole")
            for file, damage in _damages(folder, rng, lot // (2 * len(formats)), every):
                name = f"{folder.parent.name} {file}"
                account = accounts.setdefault(name, Account())
                account.damages += 1
                what = _outcome(folder, place, file, damage, truth)
                account.found[what] += 1
                if time.monotonic() - began > TOLD_EVERY_S:
                    began = time.monotonic()
                    print(name, account, flush=True)
    for name, account in accounts.items():
        print(f"{name}: {account}")
    bad = ("LOST", "CHANGED", "REFUSED", "SILENTLY LOST")
    return sum(account.found[what] for account in accounts.values() for what in bad)


def _memory() -> str | None:
    """Return a folder that is in memory, where there is one: syncing takes its time elsewhere."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _truth(folder: Path, place: Path) -> Chapter:
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place, ignore=IGNORED)
    with Journal(place / JOURNAL) as journal:
        last = journal.last()
    assert last is not None
    return last


def _damages(folder: Path, rng: Random, lot: int, every: int) -> Iterator[tuple[Path, Damage]]:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "shown.json"]
    for file in files:
        for at in range(0, file.stat().st_size, every):
            yield file.relative_to(folder), _flip(at, 1 << rng.randrange(8))
    for _ in range(lot):
        file = rng.choice(files).relative_to(folder)
        yield file, (lambda _: None) if rng.random() < 0.1 else (lambda data: damaged(data, rng))


def _flip(at: int, bit: int) -> Damage:
    return lambda data: data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]


def _outcome(folder: Path, place: Path, file: Path, damage: Damage, truth: Chapter) -> str:
    """Return what a start makes of it: in small letters what may be."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place, ignore=IGNORED)
    hurt = damage((place / file).read_bytes())
    (place / file).unlink() if hurt is None else (place / file).write_bytes(hurt)
    try:
        with Journal(place / JOURNAL) as journal:
            now, mended = journal.last(), journal.mended
    except JournalError:
        return "REFUSED"
    if now is None:
        return "LOST" if mended else "SILENTLY LOST"
    # How much of a time was left bears no sum in format 2; nothing that was accepted hangs on it.
    if replace(now, timer=None) == replace(truth, timer=None):
        return "mended" if mended else "whole"
    if now.first_line == truth.first_line and now.events == truth.events[: len(now.events)]:
        return "LOST" if mended else "SILENTLY LOST"
    return "CHANGED"


if __name__ == "__main__":
    logging.getLogger("companion").setLevel(logging.ERROR)  # each damage is warned of
    given = [int(each) for each in sys.argv[1:3]] + [5000, 1][len(sys.argv[1:3]) :]
    sys.exit(1 if main(given[0], given[1], tuple(sys.argv[3:]) or COPIED) else 0)

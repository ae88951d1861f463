"""A folder gone, full, slow or read-only at each step of a game: ``python -m tests.rigs.disks [MOVES]``.

Bots play each game at a table with a journal. Before every move each trouble comes in turn: then the
move must be refused, every page must say so, and the disk must hold just what was accepted; when the
trouble is over, or the host went on in another folder, the same move is accepted, and the disk holds it.
"""

import errno
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from companion.cli.settings import JOURNAL
from companion.errors import JournalError
from companion.games import catalogue
from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.games.record import name_of
from companion.table.shapes.values import JsonObject
from companion.table.sitting.sitting import Sitting
from companion.table.storage.files import write_all
from companion.table.storage.journal import Journal
from companion.table.storage.memory import MemoryPlace
from tests.games.bots import next_move
from tests.table.conftest import Bench, bench_on

GAMES = ("carcassonne_dice", "drunter", "ubongo", "gruftmeister")
NAMES = ["Ana", "Bob"]
SLOW_S = 0.05
STICK = "STICK"


@dataclass
class Evening:
    """A game on a disk. ``known``: the ids of the moves that were accepted, in order."""

    game: str
    place: Path
    rng: Random
    known: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    troubles: int = 0

    def __post_init__(self) -> None:
        """Begin."""
        self.data = self.place / "data"
        self.data.mkdir(parents=True)
        (self.place / "media" / "pi" / STICK).mkdir(parents=True)
        self.bench: Bench = bench_on(self.data / JOURNAL, 1)
        table = self.bench.table
        table.memory._memory = MemoryPlace(table._journal, self.place, lambda path: path.name == STICK)
        table.start_sitting({"game": self.game, "seats": NAMES})

    def play(self, moves: int) -> None:
        """Play so many moves, with every trouble before each."""
        for number in range(moves):
            wanted = self._wanted()
            if wanted is None:
                break
            for name, trouble in TROUBLES.items():
                self.troubles += 1
                with trouble(self):
                    is_said = self._is_refused_and_said(wanted)
                    if name != "slow":
                        self._check(is_said, f"{name} before move {number} is not said")
                if name != "slow":
                    self.bench.table.memory.look()
                    self._check(self._told() is None, f"{name} before move {number} is still said")
                self._check_disk(f"{name} before move {number}")
                if name == "slow":
                    wanted = self._wanted()
                    if wanted is None:
                        break
            else:
                self._submit(wanted)
                self._check_disk(f"move {number}")
        self._goes_on_on_a_stick()
        self.bench.table.close()

    def _wanted(self) -> tuple[Role, JsonObject] | None:
        history = self.bench.table.history
        bot = catalogue.bot(self.game)
        if history.game.outcome(history.state) is not None:
            return None
        move = next_move(history.game, bot, history.state, len(NAMES), self.rng)
        if move is None:
            return None
        words = dict(history.game.words(history.state, move))
        if move.seat is None:
            return HOST, words
        return seat_role(move.seat), {"seat": name_of(history.setup, move.seat), **words}

    def _submit(self, wanted: tuple[Role, JsonObject]) -> None:
        role, words = wanted
        self.bench.table.submit(role, f"m{len(self.known)}", words)
        self.known = [event.move_id for event in self._sitting().events]

    def _sitting(self) -> Sitting:
        sitting = self.bench.table._playing.sitting
        assert sitting is not None
        return sitting

    def _is_refused_and_said(self, wanted: tuple[Role, JsonObject]) -> bool:
        """Try the move; tell whether all are told that nothing is kept."""
        try:
            self._submit(wanted)
        except JournalError:
            events = [event.move_id for event in self._sitting().events]
            self._check(events == self.known, "a refused move is played")
            return self._told() is not None
        return False

    def _told(self) -> str | None:
        said = {
            next((f["text"]["code"] for f in self._state(role)["faults"] if f["part"] == "memory"), None)
            for role in (HOST, EVERYONE, seat_role(Seat(1)))
        }
        self._check(len(said) == 1, f"pages say {said}")
        return said.pop()

    def _state(self, role: Role) -> Any:
        return self.bench.table.state(role)

    def _check_disk(self, when: str, data: Path | None = None) -> None:
        """See that a start tomorrow finds what was accepted, and nothing else."""
        copy = self.place / "tomorrow"
        shutil.copytree(data or self.data, copy)
        with Journal(copy / JOURNAL) as journal:
            chapter, mended = journal.last(), journal.mended
        shutil.rmtree(copy)
        ids = [] if chapter is None else [event.move_id for event in chapter.events]
        self._check(ids == self.known, f"{when}: the disk holds {ids[-2:]}, not {self.known[-2:]}")
        self._check(mended is None, f"{when}: mended")
        if chapter is not None:
            same = Sitting.resume(chapter).history.state == self._sitting().history.state
            self._check(same, f"{when}: another position")

    def _check(self, is_right: bool, what: str) -> None:
        if not is_right:
            self.wrong.append(f"{self.game}: {what}")
            print(self.wrong[-1], flush=True)

    def _goes_on_on_a_stick(self) -> None:
        """The folder is removed for good: the evening goes on elsewhere."""
        shutil.rmtree(self.data)
        table = self.bench.table
        table.memory.look()
        folder = table.memory.go_on_in(str(self.place / "media" / "pi" / STICK))
        assert folder is not None
        self._check_disk("on a stick", folder)
        if (wanted := self._wanted()) is not None:
            self._submit(wanted)
        self._check_disk("on a stick, one move later", folder)


Trouble = Callable[[Evening], Any]


@contextmanager
def _moved(evening: Evening) -> Iterator[None]:
    away = evening.data.rename(evening.place / "away")
    yield
    away.rename(evening.data)


@contextmanager
def _replaced(evening: Evening) -> Iterator[None]:
    away = evening.data.rename(evening.place / "away")
    shutil.copytree(away, evening.data)
    yield
    shutil.rmtree(evening.data)
    away.rename(evening.data)


@contextmanager
def _removed(evening: Evening) -> Iterator[None]:
    """Remove the folder; the host begins it anew in its place."""
    shutil.rmtree(evening.data)
    yield
    evening.bench.table.memory.go_on_in(str(evening.data))


@contextmanager
def _failing(number: int, part: float) -> Iterator[None]:
    def fail(file: Any, data: bytes) -> None:
        write_all(file, data[: int(len(data) * part)])
        raise OSError(number, os.strerror(number))

    with patch("companion.table.storage.journal_file.write_all", fail):
        yield


@contextmanager
def _unsynced(number: int) -> Iterator[None]:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    with patch("companion.table.storage.journal_file.os.fsync", fail):
        yield


@contextmanager
def _slow() -> Iterator[None]:
    sync = os.fsync

    def late(handle: int) -> None:
        time.sleep(SLOW_S)
        sync(handle)

    with patch("companion.table.storage.journal_file.os.fsync", late):
        yield


TROUBLES: dict[str, Trouble] = {
    "moved": _moved,
    "replaced": _replaced,
    "removed": _removed,
    "full at once": lambda _: _failing(errno.ENOSPC, 0.0),
    "full in the middle": lambda _: _failing(errno.ENOSPC, 0.5),
    "full behind it": lambda _: _failing(errno.ENOSPC, 1.0),
    "read-only": lambda _: _failing(errno.EROFS, 0.0),
    "failing": lambda _: _unsynced(errno.EIO),
    "slow": lambda _: _slow(),
}


def main(moves: int) -> int:
    """Play; return how often something was wrong."""
    wrong = troubles = accepted = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, game in enumerate(GAMES):
            evening = Evening(game, Path(folder) / game, Random(number))
            evening.play(moves)
            wrong, troubles = wrong + len(evening.wrong), troubles + evening.troubles
            accepted += len(evening.known)
    print(f"{troubles} troubles in {len(GAMES)} games, {accepted} moves accepted: {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:] or ["40"])) else 0)

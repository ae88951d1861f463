"""A table's releases and data in a folder, and a machine without systemd."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from companion.keeper.machine import Systemd, TableHealth
from companion.keeper.place import KeeperFolders, Release
from companion.keeper.trial import Trials
from companion.table.storage.files import write_whole

OLD, NEW = Release("0.1.0", "20260101T000000"), Release("0.2.0", "20260201T000000")
GAMES = "journal.lines"


class NeitherStarts(AssertionError):
    """What runs now cannot be started: the table is lost."""


@dataclass
class FakeMachine:
    """Starts what ``current`` leads to as the real one does: a release reads data of its own version
    and those of before, which it makes its own."""

    house: "House"
    boots: int = 1
    seconds: float = 100.0
    runs: str | None = None
    restarts: int = 0
    journal: bool = True
    camera: bool = True
    answers: bool = True
    started: list[str] = field(default_factory=list)

    def boot(self) -> str:
        return f"boot {self.boots}"

    def now(self) -> float:
        return self.seconds

    def stop(self) -> None:
        self.runs = None

    def start(self) -> None:
        if self.runs is None:
            self.runs = self.house.start()
            self.started.append(self.runs)

    def failed_starts(self) -> int:
        return self.restarts

    def health(self) -> TableHealth | None:
        if self.runs is None or not self.answers:
            return None
        return TableHealth(self.runs, self.journal, self.camera)


class House:
    """Two releases, the old one kept; its data are those of the old version."""

    def __init__(self, folder: Path) -> None:
        self.place = KeeperFolders(folder / "program", folder / "state")
        self.data = folder / "data"
        self.place.state.mkdir(parents=True)
        for release in (OLD, NEW):
            (self.place.folder(release) / "venv").mkdir(parents=True)
            self.place.make_whole(release)
        self.place.run(OLD)
        self.place.keep(OLD)
        (self.data / "sets/own").mkdir(parents=True)
        (self.data / GAMES).write_text("0.1.0\nmove 1\nmove 2\n")
        (self.data / "sets/own/faces.json").write_text("{}")
        (self.data / "link").symlink_to(GAMES)
        self.before = self.held()
        self.machine = FakeMachine(self)
        self.machine.start()

    def trials(self) -> Trials:
        return Trials(self.place, lambda: self.data, cast(Systemd, self.machine))

    def start(self) -> str:
        """Start what ``current`` leads to; return its name."""
        for link in ("current", "kept"):
            release = self.place.current if link == "current" else self.place.kept
            if release is None or not self.place.is_whole(release):
                raise NeitherStarts(f"{link} leads to {release}")
        assert self.place.current is not None
        games = self.data / GAMES
        version, _, moves = games.read_text().partition("\n")
        if version > self.place.current.version:
            raise NeitherStarts(f"{self.place.current.name} cannot read data of {version}")
        write_whole(games, f"{self.place.current.version}\n{moves}".encode())
        return self.place.current.name

    def power_cut(self) -> None:
        """Start the machine anew."""
        self.machine.boots += 1
        self.machine.runs = None

    def held(self) -> dict[str, str]:
        """Return what the data folder holds."""
        paths = {path.relative_to(self.data).as_posix(): path for path in self.data.rglob("*")}
        return {name: path.read_text() for name, path in paths.items() if path.is_file()}

    @property
    def moves(self) -> str:
        return (self.data / GAMES).read_text().partition("\n")[2]

    def try_until_over(self, trials: Trials) -> None:
        """Let a trial go on to its end."""
        while trials.look():
            self.machine.seconds += 1.0

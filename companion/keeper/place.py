"""Where releases lie: a folder each, side by side, and two links.

``current`` leads to the release that runs, ``kept`` to the one that is known to run: from there the
keeper itself is started. Where the two differ, the table is on trial.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import total_ordering
from pathlib import Path

from companion.keeper.disk import point, remove_file, remove_folder
from companion.table.storage.files import write_whole

WHOLE = "whole"
"""The file that is written into a release's folder last."""
ZONE = "zone"
"""The file with the time zone that the host has chosen: a read-only system forgets its own."""
VARIABLE = "TABLE_COMPANION_RELEASES"
"""The variable by which the service tells the table where the releases lie."""
NAME = re.compile(r"([0-9]+(?:\.[0-9]+){1,3})-([0-9]{8}T[0-9]{6})")


@total_ordering
@dataclass(frozen=True)
class Release:
    """A release by its version, and when it was made (UTC): ``0.2.0-20261127T180000``."""

    version: str
    made: str

    @classmethod
    def named(cls, name: str) -> "Release | None":
        """Return the release of that name; None: it is the name of none."""
        found = NAME.fullmatch(name)
        return None if found is None else cls(found[1], found[2])

    @property
    def name(self) -> str:
        """What its folder is called."""
        return f"{self.version}-{self.made}"

    def __lt__(self, other: "Release") -> bool:
        return self._order < other._order

    @property
    def _order(self) -> tuple[tuple[int, ...], str]:
        return tuple(map(int, self.version.split("."))), self.made


@dataclass(frozen=True)
class KeeperFolders:
    """The program's folder (``/opt/table-companion``), and the folder of what the keeper knows."""

    program: Path
    state: Path

    @property
    def current(self) -> Release | None:
        """The release that runs."""
        return self._follow_link("current")

    @property
    def kept(self) -> Release | None:
        """The release that is known to run."""
        return self._follow_link("kept")

    def run(self, release: Release) -> None:
        """Let this release be the one that runs."""
        point(self.program / "current", self.folder(release))

    def keep(self, release: Release) -> None:
        """Let this release be the one that is known to run."""
        point(self.program / "kept", self.folder(release))

    def folder(self, release: Release) -> Path:
        """Return the release's folder."""
        return self.program / "releases" / release.name

    def is_whole(self, release: Release) -> bool:
        """Tell whether all of it is there."""
        return (self.folder(release) / WHOLE).exists()

    def make_whole(self, release: Release) -> None:
        """Say that all of it is there, and on the disk."""
        os.sync()
        write_whole(self.folder(release) / WHOLE, b"")

    def remove(self, release: Release) -> None:
        """Remove a release, or what there is of it."""
        remove_file(self.folder(release) / WHOLE)
        remove_folder(self.folder(release))

    def remove_others(self) -> None:
        """Remove all but the release that runs and the one that is known to."""
        for folder in (self.program / "releases").iterdir():
            release = Release.named(folder.name)
            if release is not None and release not in (self.current, self.kept):
                self.remove(release)

    def _follow_link(self, name: str) -> Release | None:
        return follow_link(self.program / name)


def follow_link(link: Path) -> Release | None:
    """Return the release that a link leads to; None if there is no such link."""
    try:
        return Release.named(link.readlink().name)
    except OSError:
        return None


@dataclass(frozen=True)
class RunningRelease:
    """Which release runs, "" where nobody keeps releases; and whether it is on trial."""

    name: str = ""
    on_trial: bool = False


def running(environment: Mapping[str, str]) -> RunningRelease:
    """Return which release runs here."""
    program = environment.get(VARIABLE)
    if not program:
        return RunningRelease()
    current, kept = (follow_link(Path(program) / name) for name in ("current", "kept"))
    return RunningRelease(current.name if current else "", current != kept)

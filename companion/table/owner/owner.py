"""The owner's settings of this table: each outlasts the program, in a small file of the data folder."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from companion.table.owner.camera import CAMERA, OwnCamera
from companion.table.owner.glass import GLASS, OwnGlass
from companion.table.owner.strip import STRIP, OwnStrip
from companion.table.shapes.box import Measuring, Shows
from companion.table.storage.small_file import SmallFile


class Owner:
    """What is set. ``folder``: where it is kept; None: nowhere. ``camera``, ``strip``: settings that
    override what was kept.

    Not locked: the table calls it under its own lock.
    """

    def __init__(
        self,
        folder: Path | None = None,
        camera: Mapping[str, Any] | None = None,
        strip: Mapping[str, Any] | None = None,
    ) -> None:
        """Raises BadStrip if the given settings cannot be used."""
        self.camera = OwnCamera(folder and folder / CAMERA, camera)
        self.advice = OwnAdvice(folder and folder / ADVICE)
        self.glass = OwnGlass(folder and folder / GLASS)
        self.strip = OwnStrip(folder and folder / STRIP, strip)

    def move(self, folder: Path | None) -> None:
        """Keep all of it in another folder from now on; None: nowhere. Raises JournalError."""
        self.camera.move(folder and folder / CAMERA)
        self.advice.move(folder and folder / ADVICE)
        self.glass.move(folder and folder / GLASS)
        self.strip.move(folder and folder / STRIP)


class OwnerDesk:
    """What the host's pages may set (see ``Table.owner``).

    ``changing``: takes the table's lock, and tells what is new when it is left.
    """

    def __init__(
        self,
        owner: Owner,
        time_now: Callable[[], float],
        changing: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._owner, self._now, self._changing = owner, time_now, changing

    def show_glass_with(self, shows: Shows) -> None:
        """Show the hourglass with the box's lamps, its buzzer, both, or with a page's sound.

        Raises JournalError.
        """
        with self._changing():
            self._owner.glass.show_with(shows)

    def measure_glass(self, doing: Measuring) -> None:
        """Make ready to measure the players' own hourglass, press, or give it up.

        The first press is its turning, the second its end. Raises IllegalMove, JournalError.
        """
        at = self._now()
        with self._changing():
            self._owner.glass.measure(doing, at)

    def show_advice(self, *, shown: bool) -> None:
        """Show odds and advice to all players, or to nobody. Raises JournalError."""
        with self._changing():
            self._owner.advice.show(shown=shown)

    def set_strip(self, said: Mapping[str, Any]) -> None:
        """Set the LED strip: any of the keys of ``StripShape``. Raises BadStrip, JournalError."""
        with self._changing():
            self._owner.strip.set(said)


ADVICE: Final = "advice.json"
"""The file in the data folder that keeps it."""


class OwnAdvice:
    """Whether players see odds and advice: the host decides. ``path``: None if nothing is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = SmallFile(path, "whether advice is shown")
        self.is_shown = self._file.read(lambda said: bool(said["shown"]), otherwise=True)

    def show(self, *, shown: bool) -> None:
        """Show advice, or no advice, from now on, and store the choice. Raises JournalError."""
        self._file.write({"shown": shown})
        self.is_shown = shown

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: no longer keep it. Raises JournalError."""
        self._file.move(path, {"shown": self.is_shown})

"""The players' own hourglass as it was measured, and how the table's glass is shown.

Both outlast the program, in a small file of the data folder. Not locked: the table calls it under its
own lock.
"""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, Self, get_args

from companion.devices.device import DARK, Signals
from companion.errors import IllegalMove, Reason
from companion.table.hooks.timing import Times
from companion.table.shapes.box import GlassShape, Measuring, Shows
from companion.table.shapes.values import JsonObject
from companion.table.storage.small_file import SmallFile

GLASS: Final = "glass.json"
"""The file in the data folder."""
LEAST_S: Final = 5.0
MOST_S: Final = 600.0
"""Shortest and longest time of a glass, in seconds: a press outside of them starts the measuring
again."""
HEARD_S: Final = 0.3
"""Length of the tick that answers a press, in seconds."""


@dataclass(frozen=True)
class GlassSettings:
    """What is kept. ``measured_s``: whole seconds, as in a record; None before one is measured."""

    shows: Shows = "both"
    measured_s: int | None = None

    @classmethod
    def of(cls, said: Any) -> Self:
        """Return what a file keeps; a value that cannot be has its default."""
        shows, measured = said["shows"], said["measured_s"]
        is_whole = isinstance(measured, int) and LEAST_S <= measured <= MOST_S
        return cls(shows if shows in get_args(Shows) else "both", measured if is_whole else None)


class OwnGlass:
    """The settings and the measurement. ``path``: None if nothing is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = SmallFile(path, "the glass")
        self.settings = self._file.read(GlassSettings.of, GlassSettings())
        self._is_armed = False
        self._since: float | None = None
        self._heard_at: float | None = None

    def move(self, path: Path | None) -> None:
        """Keep the settings in another file from now on; None: no longer keep them. Raises
        JournalError."""
        self._file.move(path, asdict(self.settings))

    def show_with(self, shows: Shows) -> None:
        """Show the glass with the box's lamps, its buzzer, both, or with a page's sound."""
        self._keep(replace(self.settings, shows=shows))

    def measure(self, doing: Measuring, at: float) -> None:
        """Get ready to measure (then the box's keys count, too), take a press, or give it up.

        Raises IllegalMove for a press if it is not ready to measure.
        """
        if doing == "arm":
            self._is_armed, self._since = True, None
        elif doing == "cancel":
            self._is_armed, self._since = False, None
        elif not self.press(at):
            raise IllegalMove(
                "no glass is being measured",
                hint='Send {"do": "arm"} first.',
                reason=Reason("error.not_measuring"),
            )

    @property
    def is_measured(self) -> bool:
        """Whether the next press counts as turning a glass, or as its end."""
        return self._is_armed

    def press(self, at: float) -> bool:
        """Take a press, if a glass is being measured: the first is its turning, the second its end."""
        if not self._is_armed:
            return False
        self._heard_at = at
        taken_s = None if self._since is None else at - self._since
        if taken_s is None or not LEAST_S <= taken_s <= MOST_S:
            self._since = at
            return True
        self._is_armed, self._since = False, None
        self._keep(replace(self.settings, measured_s=round(taken_s)))
        return True

    def in_first_line(self, play: Times[Any], words: JsonObject) -> JsonObject:
        """Return a first line with the measured glass, if it names none."""
        option, measured_s = play.glass_option, self.settings.measured_s
        options = words.get("options", {})
        if option is None or measured_s is None or not isinstance(options, dict):
            return words
        return {**words, "options": {option: measured_s, **options}}

    def as_usual(self, play: Times[Any], shape: JsonObject) -> JsonObject:
        """Return the options of a game, with the measured glass as default."""
        if play.glass_option is not None and self.settings.measured_s is not None:
            shape["options"][play.glass_option]["default"] = self.settings.measured_s
        return shape

    def signals(self, shown: Signals, now: float) -> Signals:
        """Return what the box shows for these signals; a press is answered by a tick."""
        if self._heard_at is not None and 0.0 <= now - self._heard_at < HEARD_S:
            return Signals(shown.lamps, "tick", HEARD_S)
        if self.settings.shows in ("light", "page"):
            return replace(shown, sound="none")
        return replace(shown, lamps=DARK.lamps) if self.settings.shows == "sound" else shown

    def shape(self, now: float) -> GlassShape:
        """Return the glass in the form for pages."""
        running = None if self._since is None else round(now - self._since, 2)
        armed: Literal["armed"] | None = "armed" if self._is_armed else None
        return {
            "shows": self.settings.shows,
            "measuring": armed if running is None else "running",
            "measuring_s": running,
            "measured_s": self.settings.measured_s,
        }

    def _keep(self, settings: GlassSettings) -> None:
        self._file.write(asdict(settings))
        self.settings = settings

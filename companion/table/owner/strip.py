"""The owner's LED strip: its controller's address, its number of lamps, its brightness.

It outlasts the program, in a small file of the data folder. Not locked: the table calls it under its
own lock.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from companion.devices.strip import LEAST_LEDS, MOST_LEDS
from companion.devices.wled import ControllerAddress
from companion.errors import BadStrip
from companion.table.shapes.box import StripShape
from companion.table.storage.small_file import SmallFile

STRIP: Final = "strip.json"
"""The file in the data folder that keeps it."""
NUMBERS: Final = {"leds": range(LEAST_LEDS, MOST_LEDS + 1), "brightness": range(1, 101)}
"""Allowed values for lamps and brightness."""


@dataclass(frozen=True)
class StripSettings:
    """What is set. ``address``: as the owner has written it; "" if there is no strip.

    ``brightness``: the most that a lamp is lit, in per cent: 30 is bright in a room, and thirty lamps
    then take 0.2 A.
    """

    address: str = ""
    leds: int = 30
    brightness: int = 30

    def given(self, said: Mapping[str, Any]) -> "StripSettings":
        """Return these settings overridden by the given ones. Raises BadStrip."""
        for name, value in said.items():
            allowed = NUMBERS.get(name)
            if name == "address" and isinstance(value, str):
                if value:
                    ControllerAddress.read(value)
            elif allowed is None or type(value) is not int or value not in allowed:
                known = ", ".join(f"{key} {some[0]} to {some[-1]}" for key, some in NUMBERS.items())
                raise BadStrip(f"a strip of {name} {value!r} there cannot be", hint=f"It is {known}.")
        return replace(self, **said)


class OwnStrip:
    """What is set. ``path``: None if nothing is kept; ``given``: settings that override what was
    kept."""

    def __init__(self, path: Path | None = None, given: Mapping[str, Any] | None = None) -> None:
        """Raises BadStrip if the given settings cannot be used."""
        self._file = SmallFile(path, "the strip of lamps")
        self.settings = self._file.read(_understood, StripSettings()).given(given or {})

    def set(self, said: Mapping[str, Any]) -> None:
        """Apply the given settings, and keep them. Raises BadStrip, JournalError."""
        settings = self.settings.given(said)
        self._file.write(asdict(settings))
        self.settings = settings

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: no longer keep it. Raises JournalError."""
        self._file.move(path, asdict(self.settings))

    def shape(self) -> StripShape:
        """Return the settings in the form for the host's page."""
        set_ = self.settings
        return {"address": set_.address, "leds": set_.leds, "brightness": set_.brightness}


def _understood(said: Any) -> StripSettings:
    return StripSettings().given({one.name: said[one.name] for one in fields(StripSettings)})

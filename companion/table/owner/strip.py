"""The owner's LED strip: its controller's address, its number of lamps, its brightness.

It outlasts the program, in a small file of the data folder. Not locked: the table calls it under its
own lock.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from companion.devices.strip import LEAST_LEDS, MOST_LEDS
from companion.devices.wled import Address
from companion.errors import BadStrip, JournalError
from companion.table.shapes import StripShape
from companion.table.storage.files import write_whole
from vision.given_files import json_of

_log = logging.getLogger(__name__)

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
                    Address.read(value)
            elif allowed is None or type(value) is not int or value not in allowed:
                known = ", ".join(f"{key} {some[0]} to {some[-1]}" for key, some in NUMBERS.items())
                raise BadStrip(f"a strip of {name} {value!r} there cannot be", hint=f"It is {known}.")
        return replace(self, **said)


class OwnStrip:
    """What is set. ``path``: None if nothing is kept; ``given``: settings that override what was
    kept."""

    def __init__(self, path: Path | None = None, given: Mapping[str, Any] | None = None) -> None:
        """Raises BadStrip for what is given."""
        self._path = path
        kept = StripSettings() if path is None else _kept(path)
        self.settings = kept.given(given or {})

    def set(self, said: Mapping[str, Any]) -> None:
        """Apply the given settings, and keep them. Raises BadStrip, JournalError."""
        settings = self.settings.given(said)
        if self._path is not None:
            _write(self._path, settings)
        self.settings = settings

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: no longer keep it. Raises JournalError."""
        if path is not None:
            _write(path, self.settings)
        self._path = path

    def shape(self) -> StripShape:
        """Return the settings in the form for the host's page."""
        set_ = self.settings
        return {"address": set_.address, "leds": set_.leds, "brightness": set_.brightness}


def _kept(path: Path) -> StripSettings:
    """Return what a file keeps; the default if there is none, or a damaged one."""
    try:
        said: Any = json_of(path)
        return StripSettings().given({one.name: said[one.name] for one in fields(StripSettings)})
    except FileNotFoundError:
        pass
    except (OSError, ValueError, LookupError, TypeError):
        _log.warning("%s cannot be read; no strip of lamps is lit", path.name)
    return StripSettings()


def _write(path: Path, settings: StripSettings) -> None:
    try:
        write_whole(path, f"{json.dumps(asdict(settings))}\n".encode())
    except OSError as error:
        raise JournalError(
            f"the strip of lamps cannot be kept in {path.name}: {error.strerror}",
            hint="Is the disk full, or is the folder read-only?",
        ) from error

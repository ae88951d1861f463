"""The settings of ``companion run``: one list feeds the command line, the file and the messages."""

import tomllib
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
import platformdirs

from companion.errors import CompanionError
from vision.given_files import text_of
from vision.manifest import shown

APP = "table-companion"
JOURNAL = "journal.sqlite3"
"""The file in the data folder that holds every game."""

SETS = "sets"
"""The folder in the data folder that holds the taught sets."""

MOST_PORT = 65535
PINS = ("none", "simulated", "lgpio", "rpigpio")
SWITCHES = ("tls", "behind_proxy")
PATHS = ("data", "certificate", "key")
MOST_BYTES = 1024 * 1024

FIELD_OF = {"set": "sets"}
"""Keys of a settings file, and of the command line, that are called otherwise here."""


class BadSettings(CompanionError, ValueError):
    """A settings file says something that cannot be."""

    code = "bad_settings"


def data_folder() -> Path:
    """Return the folder where data are kept when nobody names one.

    It is the platform's own for a person's data. Earlier versions kept them where settings belong: such
    a folder is used on for as long as it alone holds games.
    """
    ours = platformdirs.user_data_path(APP, appauthor=False)
    earlier = earlier_data_folder()
    return earlier if (earlier / JOURNAL).exists() and not (ours / JOURNAL).exists() else ours


def earlier_data_folder() -> Path:
    """Return the folder where versions up to 0.1 kept their data."""
    return Path(click.get_app_dir(APP))


@dataclass(frozen=True)
class Settings:
    """What ``companion run`` is told, by a file (``--config``, TOML) or on the command line.

    ``sets`` are the taught sets to read with; in the file ``set`` is one of them, or a list. ``pins``
    left out are simulated with the simulated camera, else there are none. ``certificate`` is the
    owner's; with ``tls`` alone one is made. ``key`` may stand in the certificate's file. With
    ``behind_proxy`` whoever comes from this machine may be anybody.
    """

    data: Path = field(default_factory=data_folder)
    camera: str = field(default="simulated", repr=False)  # an address may have a password in it
    pins: str | None = None
    game: str | None = None
    sets: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8000
    tls: bool = False
    certificate: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False

    @property
    def encrypts(self) -> bool:
        """Whether the pages are encrypted."""
        return self.tls or self.certificate is not None

    @property
    def pins_used(self) -> str:
        """Which pins drive the box."""
        return self.pins or ("simulated" if self.camera == "simulated" else "none")

    def with_file(self, path: Path) -> "Settings":
        """Return these settings with those of a file in their place. Raises BadSettings."""
        try:
            said = tomllib.loads(text_of(path, MOST_BYTES))
        except (OSError, ValueError, RecursionError) as error:
            raise BadSettings(f"{path}: cannot be read as settings: {error}") from error
        given = {key: _checked(path, key, value) for key, value in said.items()}
        return replace(self, **{FIELD_OF.get(key, key): value for key, value in given.items()})

    def given(self, **said: Any) -> "Settings":
        """Return these settings with those that were given (neither None nor ``()``) in their place."""
        return replace(self, **{key: value for key, value in said.items() if value not in (None, ())})


def _checked(path: Path, key: str, value: object) -> Any:
    """Return what a key of the file says, as ``Settings`` holds it. Raises BadSettings."""
    _check_name(path, key)
    if key == "set":
        return _texts(path, key, value)
    if key == "port":
        return _port(path, key, value)
    if key in SWITCHES:
        if not isinstance(value, bool):
            raise _wrong(path, key, value, "true or false")
        return value
    if not isinstance(value, str):
        raise _wrong(path, key, value, "a text")
    if key == "pins" and value not in PINS:
        raise _wrong(path, key, value, f"one of {', '.join(PINS)}")
    return Path(value).expanduser() if key in PATHS else value


def _check_name(path: Path, key: str) -> None:
    key_of = {field: key for key, field in FIELD_OF.items()}
    names = [key_of.get(field.name, field.name) for field in fields(Settings)]
    if key not in names:
        near = get_close_matches(key, names, n=1)
        meant = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(names)}."
        raise BadSettings(f"{path}: unknown setting {key!r}", hint=meant)


def _texts(path: Path, key: str, value: object) -> tuple[str, ...]:
    texts = value if isinstance(value, list) else [value]
    if not all(isinstance(text, str) for text in texts):
        raise _wrong(path, key, value, "a text or a list of texts")
    return tuple(texts)


def _port(path: Path, key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_PORT:
        raise _wrong(path, key, value, f"a number from 0 to {MOST_PORT}")
    return value


def _wrong(path: Path, key: str, value: object, wanted: str) -> BadSettings:
    said = "no text" if key == "camera" else shown(value)  # a password may stand in it
    return BadSettings(f"{path}: {key} is {said}, it must be {wanted}")

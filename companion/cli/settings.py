"""The settings of ``companion run``: one list feeds the command line, the file and the messages."""

import re
import tomllib
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

import click
import platformdirs

from companion.errors import BadStrip, CompanionError
from companion.table.owner.strip import StripSettings
from companion.table.sight.camera_choice import PHONE
from companion.table.storage.old_journal import old_files
from vision.cameras.view import LEAST_SIDE_PX, MOST_SIDE_PX, Mains, Rotation
from vision.given_files import text_of
from vision.manifests.fields import shown

APP = "table-companion"
JOURNAL = "journal.lines"
"""The file in the data folder that holds every game."""

SETS = "sets"
"""The folder in the data folder that holds the taught sets."""

MOST_PORT = 65535
PINS = ("none", "simulated", "lgpio", "rpigpio")
SWITCHES = ("tls", "mirror", "behind_proxy", "mqtt_names", "hub_names")
NUMBERS: dict[str, tuple[int, ...]] = {"rotate": get_args(Rotation), "mains": get_args(Mains)}
SIZE_IS = f"width and height, such as 1640x1232, each from {LEAST_SIDE_PX} to {MOST_SIDE_PX}"
PATHS = ("data", "certificate", "key", "mqtt_ca", "hub_ca", "hub_certificate", "hub_key")
MAY_HIDE = ("camera", "mqtt", "mqtt_password", "hub", "hub_password")
"""Settings whose values are never repeated: they may contain a password."""
OF_STRIP = {"strip": "address", "strip_leds": "leds", "strip_brightness": "brightness"}
"""Settings of the LED strip, which the host's page can change too; it keeps them in the data folder."""
OF_CAMERA = ("rotate", "mirror", "size", "mains")
"""Settings of the camera, which its page can change too; it keeps them in the data folder."""
MOST_BYTES = 1024 * 1024

FIELD_OF = {"set": "sets", "data": "named_data"}
"""Keys of a settings file, and of the command line, whose field has another name here."""


class BadSettings(CompanionError, ValueError, code="bad_settings"):
    """A settings file contains an impossible setting."""


class NoDataFolder(CompanionError, OSError, code="no_data_folder"):
    """No data folder was given, and this user has none of their own."""


def data_folder() -> Path:
    """Return the folder for data if none is given. Raises ``NoDataFolder``.

    It is the platform's usual place for a user's data. Earlier versions kept data in the folder for
    settings: that folder stays in use as long as only it holds games.
    """
    try:
        ours = platformdirs.user_data_path(APP, appauthor=False)
    except RuntimeError:  # there is no such user: in a container, for example
        ours = Path(APP)
    if not ours.is_absolute():
        raise NoDataFolder(
            "this user has no home folder in which the table could keep its data",
            hint='Name a folder: --data DIR, or data = "DIR" in the settings file.',
        )
    earlier = earlier_data_folder()
    return earlier if _holds_games(earlier) and not _holds_games(ours) else ours


def _holds_games(folder: Path) -> bool:
    return (folder / JOURNAL).exists() or bool(old_files(folder))


def earlier_data_folder() -> Path:
    """Return the folder where versions up to 0.1 kept their data."""
    return Path(click.get_app_dir(APP))


@dataclass(frozen=True)
class Settings:
    """The settings of ``companion run``, from a file (``--config``, TOML) or from the command line.

    ``rotate`` to ``mains`` set the camera; if they are left out, the settings made on its page apply.
    The same holds for the LED strip: ``strip`` (its controller's address, "" for none) to
    ``strip_brightness`` (per cent).

    ``sets`` are the taught sets to read with; in the file ``set`` is one of them, or a list. ``pins``
    left out means simulated ones with the simulated camera, otherwise none. ``certificate`` is the
    owner's; with ``tls`` alone, or a phone as camera, one is made. ``host`` left out is this computer
    alone, with a phone as camera every address. ``key`` may be in the certificate's file. With
    ``behind_proxy`` a request from this machine may come from anybody. ``mqtt`` is the address of a
    broker that is told how the game stands, with the players' names if ``mqtt_names`` is set;
    ``mqtt_user``, ``mqtt_password`` and ``mqtt_ca``, the authority that vouches for its certificate, may
    stand in the file only. ``hub`` to ``hub_names`` are the same for the broker of a hub of many tables;
    with ``hub_certificate`` (and ``hub_key``) the table shows who it is. ``updates`` is the address of a
    list of releases; only the keeper reads it (``keeper/told.py``).
    """

    named_data: Path | None = None
    camera: str = field(default="simulated", repr=False)  # an address may have a password in it
    pins: str | None = None
    game: str | None = None
    rotate: Rotation | None = None
    mirror: bool | None = None
    size: tuple[int, int] | None = None
    mains: Mains | None = None
    sets: tuple[str, ...] = ()
    host: str | None = None
    port: int = 8000
    tls: bool = False
    certificate: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False
    mqtt: str | None = field(default=None, repr=False)
    mqtt_user: str | None = None
    mqtt_password: str | None = field(default=None, repr=False)
    mqtt_ca: Path | None = None
    mqtt_names: bool = False
    hub: str | None = field(default=None, repr=False)
    hub_user: str | None = None
    hub_password: str | None = field(default=None, repr=False)
    hub_ca: Path | None = None
    hub_certificate: Path | None = None
    hub_key: Path | None = None
    hub_names: bool = False
    strip: str | None = None
    strip_leds: int | None = None
    strip_brightness: int | None = None
    updates: str | None = None

    @cached_property
    def data(self) -> Path:
        """The named data folder, or the user's own. Raises ``NoDataFolder``."""
        return self.named_data or data_folder()

    @property
    def host_used(self) -> str:
        """The address to listen at; with a phone as camera, all of them."""
        return self.host or ("0.0.0.0" if self.camera == PHONE else "127.0.0.1")

    @property
    def makes_certificate(self) -> bool:
        """Whether the pages are encrypted with a certificate made here.

        Browsers give a camera to encrypted pages only. Behind a proxy, that is the proxy's task.
        """
        is_asked = self.tls or (self.camera == PHONE and not self.behind_proxy)
        return is_asked and self.certificate is None

    @property
    def pins_used(self) -> str:
        """Which pins drive the box."""
        return self.pins or ("simulated" if self.camera == "simulated" else "none")

    @property
    def of_camera(self) -> dict[str, Any]:
        """The camera's settings that were given, under the names that its page uses."""
        said = {name: getattr(self, name) for name in OF_CAMERA}
        return {name: value for name, value in said.items() if value is not None}

    @property
    def of_strip(self) -> dict[str, Any]:
        """The LED strip's settings that were given, under the names that the host's page uses."""
        said = {page: getattr(self, name) for name, page in OF_STRIP.items()}
        return {name: value for name, value in said.items() if value is not None}

    def with_file(self, path: Path) -> "Settings":
        """Return these settings overridden by those of a file. Raises BadSettings."""
        try:
            said = tomllib.loads(text_of(path, MOST_BYTES))
        except (OSError, ValueError, RecursionError) as error:
            raise BadSettings(f"{path}: cannot be read as settings: {error}") from error
        given = {key: _check(path, key, value) for key, value in said.items()}
        return self.given(**given)

    def given(self, **said: Any) -> "Settings":
        """Return these settings overridden by those that were given (neither None nor ``()``)."""
        given = {key: value for key, value in said.items() if value not in (None, ())}
        return replace(self, **{FIELD_OF.get(key, key): value for key, value in given.items()})


def _check(path: Path, key: str, value: object) -> Any:
    """Return a file's value for a key as ``Settings`` holds it. Raises BadSettings."""
    _check_name(path, key)
    if key == "set":
        return _texts(path, key, value)
    if key == "port":
        return _port(path, key, value)
    if key == "size" and isinstance(value, str):
        return _size(path, key, value)
    if key in SWITCHES:
        if not isinstance(value, bool):
            raise _wrong(path, key, value, "true or false")
        return value
    if key in OF_STRIP:
        return _of_strip(path, key, value)
    if key in NUMBERS:
        return _one_of(path, key, value, NUMBERS[key])
    if not isinstance(value, str):
        raise _wrong(path, key, value, "a text")
    if key == "pins":
        return _one_of(path, key, value, PINS)
    return _path(path, key, value) if key in PATHS else value


def _of_strip(path: Path, key: str, value: object) -> object:
    try:
        StripSettings().given({OF_STRIP[key]: value})
    except BadStrip as error:
        raise BadSettings(f"{path}: {key} is {shown(value)}: {error}", hint=error.hint) from error
    return value


def _path(path: Path, key: str, value: str) -> Path:
    try:
        return Path(value).expanduser()
    except RuntimeError as error:  # a user that does not exist, or has no home
        raise _wrong(path, key, value, "a path without ~: there is no such home folder") from error


def _one_of(path: Path, key: str, value: object, choices: tuple[Any, ...]) -> Any:
    if isinstance(value, bool) or value not in choices:
        raise _wrong(path, key, value, f"one of {', '.join(map(str, choices))}")
    return value


def size_of(text: str) -> tuple[int, int] | None:
    """Return the width and height in a text such as ``1640x1232``; None if there are none."""
    said = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text.casefold())
    if said is None:
        return None
    width, height = int(said[1]), int(said[2])
    is_usual = LEAST_SIDE_PX <= min(width, height) <= max(width, height) <= MOST_SIDE_PX
    return (width, height) if is_usual else None


def _size(path: Path, key: str, value: str) -> tuple[int, int]:
    size = size_of(value)
    if size is None:
        raise _wrong(path, key, value, SIZE_IS)
    return size


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
    said = "no text" if key in MAY_HIDE else shown(value)
    return BadSettings(f"{path}: {key} is {said}, it must be {wanted}")

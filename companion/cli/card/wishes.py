"""The choices for a card: the table's place, and its hardware."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.errors import CompanionError
from companion.keeper.network.wifi import Wifi

NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
"""A host name's one part, by RFC 1123."""
CAMERA = re.compile(r"picamera2|simulated|phone|webcam:\d+")
"""Other camera names may contain a password, which belongs in the Pi's own settings."""
PLACE = re.compile(r"([a-z]{2})[-_]([A-Z]{2})")
SSH_KEY = re.compile(r"(ssh|ecdsa|sk-ssh|sk-ecdsa)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+( [ -~]*)?")
LOCALES: Mapping[str, tuple[str, ...]] = {
    "en": ("GB", "US", "AU", "CA", "IE", "IN", "NZ", "ZA"),
    "cs": ("CZ",),
    "de": ("DE", "AT", "BE", "CH", "IT", "LI", "LU"),
    "fr": ("FR", "BE", "CA", "CH", "LU"),
}
"""The countries for which the system knows one of the table's languages; elsewhere the language's first
country is used."""


class BadWish(CompanionError, ValueError, code="bad_wish"):
    """A card cannot be made for that."""


@dataclass(frozen=True)
class Wishes:
    """All that a card says about one table. ``host_pin`` is the PIN's hash."""

    name: str
    language: str
    country: str
    host_pin: str = field(repr=False)
    wifi: Wifi | None = None
    camera: str = "picamera2"
    has_box: bool = True
    ssh_key: str | None = None
    time_zone: str | None = None
    has_screen: bool = False
    is_read_only: bool = False

    @property
    def locale(self) -> str:
        """The system's name for language and country."""
        known = LOCALES[self.language]
        return f"{self.language}_{self.country if self.country in known else known[0]}.UTF-8"

    @property
    def words(self) -> tuple[str, ...]:
        """The options for ``deploy/install.sh``."""
        pins = "lgpio" if self.has_box else "none"
        screen = ("--kiosk",) if self.has_screen else ()
        closed = ("--read-only",) if self.is_read_only else ()
        return ("--name", self.name, "--camera", self.camera, "--pins", pins, *screen, *closed)


def check_table_name(text: str) -> str:
    """Return a table's name in the network. Raises ``BadWish``."""
    if not NAME.fullmatch(text.lower()):
        raise BadWish(
            f"no table can be called {text!r} in a network",
            hint="Letters a to z, digits and hyphens, such as: companion.",
        )
    return text.lower()


def check_place(text: str) -> tuple[str, str]:
    """Return language and country of ``cs-CZ``. Raises ``BadWish``."""
    found = PLACE.fullmatch(text)
    if found is None or found[1] not in LOCALES:
        raise BadWish(
            f"{text!r} is no language of the table's with a country",
            hint=f"A language ({', '.join(LOCALES)}) and a country's two letters, such as: cs-CZ.",
        )
    return found[1], found[2]


def check_camera(text: str) -> str:
    """Return a camera that may be written on a card. Raises ``BadWish``."""
    if not CAMERA.fullmatch(text):
        raise BadWish(
            "such a camera does not go onto a card",
            hint="picamera2, webcam:0, phone or simulated; for another, change the Pi's settings later.",
        )
    return text


def public_key(path: Path) -> str:
    """Return the public key in a file. Raises ``BadWish``, OSError."""
    text = path.read_text(encoding="utf-8", errors="replace").strip()
    if not SSH_KEY.fullmatch(text):
        raise BadWish(f"{path} is no public key", hint="Its name usually ends with .pub.")
    return text


def own_time_zone(link: Path = Path("/etc/localtime")) -> str | None:
    """Return this computer's time zone, which is the table's, too; None if it is unknown."""
    _, found, zone = link.resolve().as_posix().partition("/zoneinfo/")
    return zone if found and re.fullmatch(r"[A-Za-z0-9_+/-]+", zone) else None

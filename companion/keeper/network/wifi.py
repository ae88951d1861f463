"""A wireless network's name and key, as cards and tables hold them: not the password itself."""

import hashlib
import re
from dataclasses import dataclass, field

from companion.errors import CompanionError, Reason

MOST_NAME_BYTES = 32
"""Longest name of a network, by IEEE 802.11."""
PASSWORD = re.compile(r"[ -~]{8,63}")
"""Passwords that IEEE 802.11 (J.4) allows: printable ASCII."""
KEY = re.compile(r"[0-9a-fA-F]{64}")
ROUNDS, KEY_BYTES = 4096, 32
"""IEEE 802.11, J.4.1: PBKDF2 of the password, with the network's name as salt."""


class BadWifi(CompanionError, ValueError, code="bad_wifi", http_status=422):
    """No wireless network can have such a name, or such a password."""


@dataclass(frozen=True)
class Wifi:
    """A network to join. ``key``: 64 hexadecimal digits; None if the network is open."""

    name: str
    key: str | None = field(default=None, repr=False)


def check_name(name: str) -> str:
    """Return a network's name. Raises ``BadWifi``."""
    if not 1 <= len(name.encode(errors="replace")) <= MOST_NAME_BYTES or not name.isprintable():
        raise BadWifi(
            f"no network is called {name!r}",
            hint=f"A name has 1 to {MOST_NAME_BYTES} bytes. Write it just as the router shows it.",
            reason=Reason("error.bad_wifi_name"),
        )
    return name


def joined(name: str, password: str) -> Wifi:
    """Return a network with the key that is made from its password; without a password it is open.
    Raises ``BadWifi``.

    A password of 64 hexadecimal digits is such a key already.
    """
    if not password:
        return Wifi(check_name(name))
    if KEY.fullmatch(password):
        return Wifi(check_name(name), password.lower())
    if not PASSWORD.fullmatch(password):
        raise BadWifi(
            "no network has such a password",
            hint="It has 8 to 63 letters, digits and signs, without accents.",
            reason=Reason("error.bad_wifi_key"),
        )
    salt = check_name(name).encode()
    key = hashlib.pbkdf2_hmac("sha1", password.encode("ascii"), salt, ROUNDS, KEY_BYTES)
    return Wifi(name, key.hex())

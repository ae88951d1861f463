"""NetworkManager's files, which only root reads: a network to join, and the table's own."""

import configparser
import secrets
import uuid
from pathlib import Path

from companion.keeper.network.wifi import Wifi

KEPT = Path("etc/NetworkManager/system-connections")
"""Where they outlast a restart, below the root."""
TRIED = Path("run/NetworkManager/system-connections")
"""Where they are forgotten at the next one: a network is kept only once it was joined. A file here
counts before one of the same network that is kept."""
ENDING = ".nmconnection"
SPACE = uuid.UUID("6c5b8a52-7f0e-4d3c-9d53-0b8a7cf7a1f4")
OWN = str(uuid.uuid5(SPACE, "the table's own network"))
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # pragma: allowlist secret
"""Without those that look like others: somebody types it where no code can be scanned."""
KEY_LETTERS, NAME_DIGITS = 12, 4


def number_of(wifi: Wifi) -> str:
    """Return the number by which NetworkManager knows a network: the same for the same name."""
    return str(uuid.uuid5(SPACE, f"joined: {wifi.name}"))


def file_name(number: str) -> str:
    """Return the name of a network's file. It does not tell the network's name."""
    return f"table-companion-{number}{ENDING}"


def joining(wifi: Wifi, *, sae: bool = False, hidden: bool = False) -> str:
    """Return the file for a network to join. ``sae``: it takes nothing below WPA3; ``hidden``: it does
    not tell its name."""
    security = ["[wifi-security]", f"key-mgmt={'sae' if sae else 'wpa-psk'}", f"psk={wifi.key}"]
    return _text(
        *("[connection]", "id=table-companion", f"uuid={number_of(wifi)}", "type=wifi"),
        "autoconnect-priority=1",
        *("[wifi]", "mode=infrastructure", f"ssid={_bytes(wifi.name)}"),
        *(["hidden=true"] if hidden else []),
        *(security if wifi.key else []),
        *("[ipv4]", "method=auto", "[ipv6]", "method=auto"),
    )


def own(wifi: Wifi) -> str:
    """Return the file for the table's own network. Addresses are given out by NetworkManager."""
    return _text(
        *("[connection]", "id=table-companion-own", f"uuid={OWN}", "type=wifi", "autoconnect=false"),
        *("[wifi]", "mode=ap", "band=bg", f"ssid={_bytes(wifi.name)}"),
        *("[wifi-security]", "key-mgmt=wpa-psk", "proto=rsn", "pairwise=ccmp", "group=ccmp"),
        f"psk={wifi.key}",
        *("[ipv4]", "method=shared", "[ipv6]", "method=disabled"),
    )


def made_up() -> Wifi:
    """Return a name for the table's own network, and a key that nobody has chosen or used."""
    digits = f"{secrets.randbelow(10**NAME_DIGITS):0{NAME_DIGITS}}"
    key = "".join(secrets.choice(LETTERS) for _ in range(KEY_LETTERS))
    return Wifi(f"table-{digits}", key)


def read(text: str) -> Wifi | None:
    """Return the network of a file; None: it is none of ours."""
    said = configparser.RawConfigParser()
    try:
        said.read_string(text)
        name = bytes(int(byte) for byte in said["wifi"]["ssid"].split(";") if byte).decode()
        return Wifi(name, said.get("wifi-security", "psk", fallback=None))
    except (configparser.Error, ValueError, LookupError):
        return None


def _bytes(name: str) -> str:
    """Write a name as bytes, which need no quoting."""
    return "".join(f"{byte};" for byte in name.encode())


def _text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)

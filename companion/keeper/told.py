"""What the table's settings tell the keeper: where the data lie, and where the table answers.

As a program it prints the latter, for the screen at the machine itself.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SETTINGS = Path("/etc/table-companion.toml")
ANY = ("", "0.0.0.0", "::")
"""Addresses at which a table listens that answers at each of its own."""


@dataclass(frozen=True)
class Told:
    """``updates``: the address of the list of releases; None: the owner has named none."""

    data: Path
    host: str
    port: int
    is_encrypted: bool
    updates: str | None

    @property
    def origin(self) -> str:
        """Where the table answers on this machine."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.is_encrypted else 'http'}://{host}:{self.port}"


def told_by(file: Path) -> Told:
    """Return what the settings file tells; what it does not, as the installer writes it.

    A file that cannot be read is told of by the table: here it is as if it told nothing.
    """
    try:
        said: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        said = {}
    data, host, port = (said.get(key) for key in ("data", "host", "port"))
    is_encrypted = said.get("tls") is True or "certificate" in said
    updates = said.get("updates")
    return Told(
        Path(data) if isinstance(data, str) else Path("/var/lib/table-companion"),
        "127.0.0.1" if not isinstance(host, str) or host in ANY else host,
        port if isinstance(port, int) else 80,
        is_encrypted,
        updates if isinstance(updates, str) and updates else None,
    )


if __name__ == "__main__":
    print(told_by(SETTINGS).origin)

"""The name by which the home knows this table: made once, kept in the data folder."""

import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from companion.errors import JournalError
from companion.table.storage.files import write_whole
from vision.given_files import text_of

HOME_ID = "home-id"
"""The file in the data folder that holds it, from the first time that a broker is named."""
MOST_BYTES = 64


@dataclass(frozen=True)
class Topics:
    """A table's topics on the broker. The broker keeps everything sent there for later subscribers."""

    table: str

    @property
    def device(self) -> str:
        """The table as one device, among all that the home has."""
        return f"table_companion_{self.table}"

    @property
    def config(self) -> str:
        """Topic on which Home Assistant looks for devices (its device discovery)."""
        return f"homeassistant/device/{self.device}/config"

    @property
    def state(self) -> str:
        """Topic of the state of the game."""
        return f"table-companion/{self.table}/state"

    @property
    def availability(self) -> str:
        """Whether the table is there at all."""
        return f"table-companion/{self.table}/availability"

    @property
    def all(self) -> tuple[str, ...]:
        """All topics that the broker stores; the description comes first, so that it is deleted
        first."""
        return (self.config, self.state, self.availability)


def known_topics(data: Path) -> Topics | None:
    """Return the topics that this table has used before; None if it never did. Raises OSError."""
    known = _known_id(data / HOME_ID)
    return None if known is None else Topics(known)


def own_topics(data: Path) -> Topics:
    """Return this table's topics. Raises ``JournalError`` if that cannot be kept."""
    return Topics(own_id(data / HOME_ID))


def own_id(path: Path) -> str:
    """Return a name that this table keeps in a file: made once. Raises ``JournalError``."""
    try:
        known = _known_id(path)
        if known is None:
            known = secrets.token_hex(8)
            write_whole(path, f"{known}\n".encode())
    except OSError as error:
        raise JournalError(
            f"the table's name cannot be kept in {path.name}: {error.strerror or error}",
            hint="Is the disk full, or is the folder read-only?",
        ) from error
    return known


def _known_id(path: Path) -> str | None:
    if not path.exists():
        return None
    try:
        kept = text_of(path, MOST_BYTES).strip()
    except ValueError:
        return None
    return kept if re.fullmatch(r"[0-9a-f]{16}", kept) else None

"""The host's PIN, kept in the data folder: made once, written whole."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from companion.errors import JournalError
from companion.table.access.guessing import PIN_DIGITS
from companion.table.access.hashed_pin import is_hashed
from companion.table.storage.files import write_whole
from vision.given_files import text_of

MOST_BYTES = 1024
SHORTEST_KEPT = 4
"""A shorter text was never a PIN, but is the remains of one after the disk was full."""


@dataclass(frozen=True)
class HostPin:
    """The PIN or its hash; whether it replaced an unreadable one; whether it existed before."""

    pin: str
    replaced: bool = False
    was_kept: bool = False

    @property
    def told(self) -> str | None:
        """The PIN, for its owner; None if only its hash is known here."""
        return None if is_hashed(self.pin) else self.pin


def new_pin() -> str:
    """Return a random PIN of digits."""
    return "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))


def kept_pin(path: Path) -> HostPin:
    """Return the PIN kept in a file; an empty or unreadable one is made again.

    A full disk or a power cut may have left it in that state. Raises ``JournalError`` if nothing can be
    kept.
    """
    try:
        kept = _read(path)
        if kept is not None and _is_one(kept):
            return HostPin(kept, was_kept=True)
        pin = new_pin()
        write_whole(path, f"{pin}\n".encode())
    except OSError as error:
        raise JournalError(
            f"the host's PIN cannot be kept in {path.name}: {error.strerror or error}",
            hint="Is the disk full, or is the folder read-only?",
        ) from error
    return HostPin(pin, replaced=kept is not None)


def _read(path: Path) -> str | None:
    """Return what the file holds; None if there is none."""
    if not path.exists():
        return None
    try:
        return text_of(path, MOST_BYTES).strip()
    except ValueError:
        return ""


def _is_one(text: str) -> bool:
    """Tell whether a text can be a PIN: the owner may have chosen one with letters."""
    return len(text) >= SHORTEST_KEPT and text.isprintable()

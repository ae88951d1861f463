"""The phone that may be the table's camera, or send it photographs for a lesson: one at a time, let in
by a code that the host made.

It survives a restart, in a small file beside the logins, so that the phone goes on after a power cut.
Code and token are kept as SHA-256 only. Safe to use from any thread.
"""

import secrets
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from companion.errors import WrongPin
from companion.table.access.guessing import CODE_LENGTH, CODE_LETTERS, TimeNow, Tries, hash_of
from companion.table.storage.codec import as_json, from_json
from companion.table.storage.small_file import SmallFile

CAMERA_PHONE: Final = "camera-phone.json"
"""The file in the data folder that keeps it."""
EARLIER_OWN: Final = "phone"
"""The first tables that took a phone as camera began with one."""
CODE_LIFE_S: Final = 15 * 60
"""Seconds in which the code can be used: time to fetch a phone, and books to stand it on."""


@dataclass(frozen=True)
class _Holder:
    """The phone that is the camera: the hash of its token, its name, and the camera that it replaces."""

    hash: str
    name: str
    instead_of: str = EARLIER_OWN


class CameraPass:
    """Lets one phone be the camera. ``path``: the file in which that is stored; None if it is not
    stored.

    ``own``: the camera that the table starts with. The stored phone is ignored if another camera is
    given now: the person who gave it wants that one.
    """

    def __init__(self, path: Path | None, tries: Tries, clock: TimeNow, own: str = EARLIER_OWN) -> None:
        self._file = SmallFile(path, "which phone is the camera")
        self._tries, self._clock, self._own = tries, clock, own
        self._lock = Lock()
        self._code: tuple[str, float] | None = None
        kept = self._file.read(_understood, None)
        self._holder = kept if kept is not None and kept.instead_of == own else None

    @property
    def name(self) -> str | None:
        """The name of the phone that is the camera; None if none is."""
        holder = self._holder
        return None if holder is None else holder.name

    def invite(self) -> str:
        """Return a new code; any older one becomes invalid."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        with self._lock:
            self._code = hash_of(code), self._clock() + CODE_LIFE_S
        return code

    def join(self, code: str, name: str, client: str) -> str:
        """Use the code up, and return a token: the phone that was the camera before loses that role.

        Raises WrongPin, TooManyTries, JournalError.
        """
        self._tries.count(client)
        token = secrets.token_urlsafe(32)
        with self._lock:
            sought = hash_of("".join(code.split()).upper())
            if self._code is None or self._code[0] != sought or self._code[1] < self._clock():
                raise WrongPin(
                    "this code lets no phone in",
                    hint="The host makes one on the page /camera, or in a lesson.",
                )
            self._keep(_Holder(hash_of(token), name, self._own))
            self._code = None
        self._tries.forgive(client)
        return token

    def is_good(self, token: str) -> bool:
        """Tell whether this is the token of the phone that is the camera."""
        holder = self._holder
        return holder is not None and secrets.compare_digest(holder.hash, hash_of(token))

    def end(self) -> None:
        """Let no phone be the camera any more, and make earlier codes invalid. Raises JournalError."""
        with self._lock:
            self._code = None
            self._keep(None)

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: no longer keep it. Raises JournalError."""
        with self._lock:
            if self._holder is not None:
                self._file.move(path, as_json(self._holder))
            self._file.path = path

    def _keep(self, holder: _Holder | None) -> None:
        if holder != self._holder:
            self._file.write({} if holder is None else as_json(holder))
        self._holder = holder


def _understood(said: Any) -> _Holder | None:
    """Return the holder that a file keeps. Raises as ``from_json``."""
    return None if said == {} else from_json(_Holder, said)

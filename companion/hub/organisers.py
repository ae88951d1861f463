"""The organiser: who has shown the hub's PIN. Everybody else is a visitor, and may look.

The PIN is guessed as slowly as a table's; who has shown it keeps a token in a cookie until the hub ends.
"""

import secrets
import threading
import time
from hashlib import sha256
from typing import Final

from flask import request
from werkzeug.wrappers import Response

from companion.errors import CompanionError
from companion.table.access.camera_pass import CameraPass
from companion.table.access.guessing import Tries
from companion.table.access.hashed_pin import is_pin
from companion.table.access.login_file import Grant

COOKIES = PLAIN, SECURE = "hub_organiser", "__Host-hub_organiser"
KEPT_S: Final = 16 * 60 * 60
"""Seconds for which an organiser stays logged in: a night, and the clearing up."""


class NotOrganiser(CompanionError, PermissionError, code="not_organiser", http_status=403):
    """Only the organiser may do this."""


class Organisers:
    """Knows who has logged in. Any thread may ask."""

    def __init__(self, pin: str) -> None:
        self._pin, self._tries = pin, Tries(time.monotonic)
        self._lock = threading.Lock()
        self._until: dict[bytes, float] = {}
        self.camera = self.photographer = CameraPass(None, self._tries, time.time)
        """No phone is let in here as a camera."""

    def grant_of(self, token: str) -> Grant | None:  # noqa: ARG002 - see LimitedServer
        """Return nothing: no role of a table's is known here."""
        return None

    def log_in(self, pin: str, address: str) -> str | None:
        """Return a token for who knows the PIN; None for others. Raises TooManyTries."""
        self._tries.count(address)
        if not is_pin(pin, self._pin):
            return None
        self._tries.forgive(address)
        token = secrets.token_urlsafe(32)
        with self._lock:
            now = time.monotonic()
            self._until = {one: until for one, until in self._until.items() if until > now}
            self._until[_hash(token)] = now + KEPT_S
        return token

    def log_out(self) -> None:
        """Forget the token of this request."""
        with self._lock:
            self._until.pop(_hash(self._token()), None)

    @property
    def is_here(self) -> bool:
        """Whether this request is the organiser's."""
        with self._lock:
            return self._until.get(_hash(self._token()), 0.0) > time.monotonic()

    def check(self) -> None:
        """Check that this request is the organiser's. Raises ``NotOrganiser``."""
        if not self.is_here:
            raise NotOrganiser("only the organiser may do this", hint="Log in at /login.")

    def _token(self) -> str:
        return request.cookies.get(SECURE if request.is_secure else PLAIN, "")


def keep(response: Response, token: str) -> None:
    """Let the browser keep a token; "": forget it."""
    response.set_cookie(
        SECURE if request.is_secure else PLAIN,
        token,
        max_age=KEPT_S if token else 0,
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()

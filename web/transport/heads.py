"""What a request's header tells before its body arrives: who asks, and how large the body may be."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Protocol

from waitress.parser import HTTPRequestParser
from waitress.utilities import Error, RequestEntityTooLarge
from werkzeug.http import parse_cookie

from companion.games.game import HOST
from companion.table.access.camera_pass import CameraPass
from companion.table.access.login_file import Grant
from web.addresses import File
from web.network import KnownAddresses
from web.transport.fair_queue import CallerStanding

MOST_BODY_BYTES = 64 * 1024
"""Largest body that anybody may send to any address: more than any record's line or move."""
CHECK_HEADER = "X-Table-Check"
"""The header by which the server recognises the table's own question whether it answers."""
MOST_TOKENS = 60
"""Most tokens of one request that are looked up: a browser that plays all seats of a few tables has
fewer."""
NOBODY = CallerStanding("", known=False)


class Knows(Protocol):
    """Tells which addresses have shown a good token."""

    def grant_of(self, token: str) -> Grant | None:
        """Return the role of a token; None if the token is not valid."""

    @property
    def camera(self) -> CameraPass:
        """Which phone is the camera."""

    @property
    def photographer(self) -> CameraPass:
        """Tell which phone sends photographs for a lesson."""


@dataclass(frozen=True)
class Doorkeeper:
    """Judges a request by its header alone, without ever waiting.

    ``known``: addresses that have shown a good token; ``files``: the file that each path takes, from
    the host and perhaps from a phone that only sends pictures; ``own``: the value of ``CHECK_HEADER`` in
    the table's own requests; ``cookies``: the prefixes of the names of token cookies.
    """

    access: Knows
    known: KnownAddresses
    files: Callable[[], Mapping[str, File]]
    own: str
    cookies: tuple[str, ...]

    def standing(self, address: str, headers: Mapping[str, str]) -> CallerStanding:
        """Return who asks."""
        if headers.get(_key(CHECK_HEADER)) == self.own:
            return CallerStanding("the table itself", known=True, has_token=True)
        tokens = self._tokens(headers)
        grants = [grant for token in tokens if (grant := self.access.grant_of(token))]
        passes = {"camera": self.access.camera, "photographer": self.access.photographer}
        helper = next((name for name, one in passes.items() if any(map(one.is_good, tokens))), "")
        return CallerStanding(
            address,
            known=bool(grants) or bool(helper) or address in self.known,
            has_token=bool(grants) or bool(helper),
            is_host=any(grant.role == HOST for grant in grants),
            helper=helper,
        )

    def most_bytes(self, standing: CallerStanding, path: str) -> int:
        """Return how many bytes this caller may send to this path: no file at all without the right."""
        file = self.files().get(path)
        if file is None:
            return MOST_BODY_BYTES
        may = standing.is_host or (file.helper != "" and standing.helper == file.helper)
        return file.most_bytes if may else 0

    def _tokens(self, headers: Mapping[str, str]) -> list[str]:
        kind, _, token = headers.get("AUTHORIZATION", "").partition(" ")
        cookies = parse_cookie(headers.get("COOKIE", ""))
        held = [value for name, value in cookies.items() if name.startswith(self.cookies)]
        return [*held[:MOST_TOKENS], *([token.strip()] if kind.lower() == "bearer" else [])]


class _NotYours(Error):  # type: ignore[misc]
    """Only callers with the right to do so may send a file there."""

    code, reason = HTTPStatus.UNAUTHORIZED.value, HTTPStatus.UNAUTHORIZED.phrase


class Head(HTTPRequestParser):  # type: ignore[misc]
    """A request under way. As soon as the header has arrived, it tells who asks and how large the body
    may be."""

    adj: Any
    headers: dict[str, str]
    path: str
    error: Any

    def __init__(self, adj: Any, address: str, keeper: Doorkeeper) -> None:
        super().__init__(adj)
        self._address, self._keeper = address, keeper
        self.standing = CallerStanding(address, known=False)
        self._most_bytes = MOST_BODY_BYTES

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header, and set the limit of the body."""
        super().parse_header(header_plus)
        self.standing = self._keeper.standing(self._address, self.headers)
        self.adj = copy.copy(self.adj)
        # Waitress refuses bodies that reach its limit.
        self._most_bytes = self._keeper.most_bytes(self.standing, self.path)
        self.adj.max_request_body_size = self._most_bytes + 1

    def received(self, data: bytes) -> int:
        """Take in a piece; a file from a caller without the right is refused before it is read."""
        taken: int = super().received(data)
        if self._most_bytes == 0 and isinstance(self.error, RequestEntityTooLarge):
            self.error = _NotYours("no file is taken from this caller")
        return taken


def _key(header: str) -> str:
    return header.upper().replace("-", "_")

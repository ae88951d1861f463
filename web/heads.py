"""What a request's header says of it before its body comes: who asks, and how much may be sent."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from waitress.parser import HTTPRequestParser
from werkzeug.http import parse_cookie

from companion.games.game import HOST
from companion.table.access import Grant
from web.fair_queue import Standing

MOST_BODY_BYTES = 64 * 1024
"""So much anybody may send to any address: more than any record's line or move."""
CHECK_HEADER = "X-Table-Check"
"""By which the table's own question, whether it answers at all, is known."""
MOST_TOKENS = 60
"""So many tokens of one request are looked up: who plays all seats of a few tables has fewer."""
NOBODY = Standing("", known=False)

FilesTaken = Callable[[], Mapping[str, int]]


class Knows(Protocol):
    """Tells who has shown a good token."""

    def grant_of(self, token: str) -> Grant | None:
        """Return what a token stands for; None if it is no good."""


class KnownNames(Protocol):
    """Addresses that have shown a good token."""

    def __contains__(self, address: object) -> bool:
        """Tell whether this is one of them."""


@dataclass(frozen=True)
class Doorkeeper:
    """Judges a request by its header alone; it waits for nothing.

    ``files``: how large a file each path takes, from the host alone; ``own``: what the table's own
    question has in ``CHECK_HEADER``; ``cookies``: how the names of cookies with a token begin.
    """

    access: Knows
    known: KnownNames
    files: FilesTaken
    own: str
    cookies: tuple[str, ...]

    def standing(self, address: str, headers: Mapping[str, str]) -> Standing:
        """Return who asks."""
        if headers.get(_key(CHECK_HEADER)) == self.own:
            return Standing("the table itself", known=True, has_token=True)
        grants = [grant for token in self._tokens(headers) if (grant := self.access.grant_of(token))]
        return Standing(
            address,
            known=bool(grants) or address in self.known,
            has_token=bool(grants),
            is_host=any(grant.role == HOST for grant in grants),
        )

    def most_bytes(self, standing: Standing, path: str) -> int:
        """Return how much this caller may send to this path."""
        return self.files().get(path, MOST_BODY_BYTES) if standing.is_host else MOST_BODY_BYTES

    def _tokens(self, headers: Mapping[str, str]) -> list[str]:
        kind, _, token = headers.get("AUTHORIZATION", "").partition(" ")
        cookies = parse_cookie(headers.get("COOKIE", ""))
        held = [value for name, value in cookies.items() if name.startswith(self.cookies)]
        return [*held[:MOST_TOKENS], *([token.strip()] if kind.lower() == "bearer" else [])]


class Head(HTTPRequestParser):  # type: ignore[misc]
    """A request under way. As soon as its header is in, it is known who asks and what may follow."""

    adj: Any
    headers: dict[str, str]
    path: str

    def __init__(self, adj: Any, address: str, keeper: Doorkeeper) -> None:
        super().__init__(adj)
        self._address, self._keeper = address, keeper
        self.standing = Standing(address, known=False)

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header, and set the limit of what follows."""
        super().parse_header(header_plus)
        self.standing = self._keeper.standing(self._address, self.headers)
        self.adj = copy.copy(self.adj)
        # Waitress refuses what is as long as its limit.
        self.adj.max_request_body_size = self._keeper.most_bytes(self.standing, self.path) + 1


def _key(header: str) -> str:
    return header.upper().replace("-", "_")

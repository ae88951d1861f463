"""Who is asking: the role of a request's token, and which actions are for certain roles only.

A program sends ``Authorization: Bearer``; a browser keeps one cookie for each of its roles, since the
host's laptop may also be a player's page. ``?as=host``, ``?as=seat-2`` or ``?as=everyone`` chooses the
role of this request: a screen that everybody can see then shows only public things.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from flask import Response, after_this_request, request

from companion.errors import Reason
from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.table.access.access import TOKEN_LIFE_S, Access
from companion.table.access.camera_pass import CameraPass
from companion.table.access.login_file import Grant
from companion.table.service import Table
from web.errors import BadRole, HostOnly, NotLoggedIn
from web.network import KnownAddresses

Who = Literal["anyone", "everyone", "player", "camera", "photographer", "host"]
"""Who may call an address. ``anyone``: the role is not even looked up; ``everyone``: each role gets what
it may know; ``player``: the host, or somebody who sits at the table; ``camera``: the host, or the phone
that is the camera, which elsewhere has the rights of everyone; ``photographer``: the host, or the phone
that sends photographs for a lesson, likewise; ``host``: only the host."""

CAMERA, PHOTOGRAPHER = Role("camera"), Role("photographer")
HELPERS = (CAMERA, PHOTOGRAPHER)
"""Phones that only send pictures."""

COOKIE_PREFIXES = PLAIN, SECURE = "companion_", "__Host-companion_"
"""Prefixes of the names of token cookies: a cookie that is sent over encryption only has its own prefix,
since it would otherwise hide the other one from the browser. Browsers accept a cookie with that prefix
over encryption only (RFC 6265bis, 4.1.3.2)."""
HASH_LETTERS = 12
"""Letters of the hash of a player's name that distinguish the cookies of one browser."""
WITHOUT_PORT = re.compile(r"companion_(host|seat_[0-9]+)")
"""Cookie names of versions up to 0.1: phones that joined then stay logged in."""


@dataclass(frozen=True)
class Caller:
    """Who asks, and the token that proves it (None: everyone)."""

    role: Role
    token: str | None = None


class Callers:
    """Finds the caller of the request under way."""

    def __init__(self, access: Access, table: Table, *, behind_proxy: bool = False) -> None:
        self._access = access
        self._table = table
        self.known = KnownAddresses(behind_proxy=behind_proxy)

    @property
    def on_trial(self) -> bool:
        """Whether an update is being tried, so that nothing is accepted of anybody."""
        return self._table.on_trial

    def caller(self) -> Caller:
        """Return who asks. Raises ``NotLoggedIn``, ``BadRole``."""
        found = self._caller()
        if found.token is not None:
            self.known.add(request.remote_addr or "")
        return found

    def _caller(self) -> Caller:
        wanted = _read_wanted_role()
        if wanted == EVERYONE:
            return Caller(EVERYONE)
        token = _bearer()
        if token is not None:
            return self._bearer_caller(token, wanted)
        if wanted is not None:
            return self._cookie_caller(wanted)
        held = (self._from_cookie(name) for name in _own_cookies())
        known = (caller for caller in held if caller is not None and caller.role not in HELPERS)
        return next(known, Caller(EVERYONE))

    def allowed(self, who: Who) -> Caller:
        """Return the caller, who must be one of these.

        Raises ``NotLoggedIn``, ``BadRole``, ``HostOnly``.
        """
        if who == "anyone":
            return Caller(EVERYONE)
        caller = self.caller()
        if caller.role in HELPERS:
            if who == caller.role.name:
                return caller
            caller = Caller(EVERYONE, caller.token)
        if who != "everyone" and caller.role == EVERYONE:
            raise NotLoggedIn("everyone may only look", hint="Log in as host, or join a seat.")
        if who in ("host", *(helper.name for helper in HELPERS)) and caller.role != HOST:
            raise HostOnly("only the host may do this", hint="Log in with the host's PIN.")
        return caller

    def still(self, caller: Caller) -> bool:
        """Tell whether the caller's token still stands for the same role."""
        if caller.token is None:
            return True
        role = self._role_of(caller.token)
        return role == caller.role or (role in HELPERS and caller.role == EVERYONE)

    def forget_heard(self) -> None:
        """Revoke every token that came with this request: others on the network could read it."""
        for token in tokens():
            if self._access.grant_of(token) is not None:
                self._access.forget(token)
            for _, helper in self._passes():
                if helper.is_good(token):
                    helper.end()

    def _passes(self) -> tuple[tuple[Role, CameraPass], ...]:
        return (CAMERA, self._access.camera), (PHOTOGRAPHER, self._access.photographer)

    def own_seats(self) -> list[tuple[Seat, str]]:
        """Return the seats that this browser has joined, with who sits there."""
        held = (self._from_cookie(name) for name in _own_cookies())
        seats = (caller.role.seat for caller in held if caller is not None)
        own = sorted({seat for seat in seats if seat is not None})
        names = self._table.state(EVERYONE)["seats"] if own else []
        return [(seat, names[seat - 1]) for seat in own]

    def _bearer_caller(self, token: str, wanted: Role | None) -> Caller:
        role = self._role_of(token)
        if role is None:
            self._check_not_taken_over(token, wanted)
        if role is None or wanted not in (None, role):
            raise NotLoggedIn("this token is not good for that", hint="Log in or join again.")
        return Caller(role, token)

    def _cookie_caller(self, wanted: Role) -> Caller:
        held = (self._from_cookie(name) for name in _own_cookies())
        caller = next((one for one in held if one is not None and one.role == wanted), None)
        if caller is None:
            for name in _own_cookies():
                self._check_not_taken_over(request.cookies[name], wanted)
            raise NotLoggedIn(f"not logged in as {role_name(wanted)}", hint="Log in or join again.")
        return caller

    def _check_not_taken_over(self, token: str, wanted: Role | None) -> None:
        """Raise NotLoggedIn for the token of a phone whose seat another phone has taken over."""
        lost = self._access.lost_seat(token)
        if lost is not None and (role := self._seat_now(lost)) and wanted in (None, role):
            raise NotLoggedIn(
                "this seat was taken over on another phone",
                hint="POST seats/<n>/take_back takes it back; or ask the host for a new code.",
                reason=Reason("error.taken_over"),
            )

    def _from_cookie(self, name: str) -> Caller | None:
        token = request.cookies.get(name, "")
        role = self._role_of(token) if token else None
        return Caller(role, token) if role is not None else None

    def _role_of(self, token: str) -> Role | None:
        grant = self._access.grant_of(token)
        if grant is None:
            return next((role for role, one in self._passes() if one.is_good(token)), None)
        return self._seat_now(grant)

    def _seat_now(self, grant: Grant) -> Role | None:
        """Return the present rights of a token: a player's token is for the seat where that player now
        sits."""
        if grant.role.seat is None:
            return grant.role
        seats = self._table.state(EVERYONE)["seats"]
        return seat_role(Seat(seats.index(grant.player) + 1)) if grant.player in seats else None


def role_name(role: Role) -> str:
    """Return the role as ``?as=`` and ``"role"`` write it: host, seat-2, everyone."""
    return role.name if role.seat is None else f"seat-{role.seat}"


def _cookie_name(role: Role, player: str) -> str:
    """Return the cookie's name for a role's token; it never replaces another player's token in this
    browser.

    A browser keeps cookies by the computer's name alone, so the port distinguishes one table from
    another.
    """
    whose = f"_{sha256(player.encode()).hexdigest()[:HASH_LETTERS]}" if player else ""
    return f"{_cookies_begin()}{role_name(role).partition('-')[0]}{whose}"


def _cookies_begin() -> str:
    return f"{SECURE if request.is_secure else PLAIN}{request.environ['SERVER_PORT']}_"


def _own_cookies() -> list[str]:
    """Return the names of this table's cookies that came, in their order."""
    own = _cookies_begin()
    return sorted(
        name for name in request.cookies if name.startswith(own) or WITHOUT_PORT.fullmatch(name)
    )


def keep_token(role: Role, token: str, player: str = "") -> None:
    """Let the browser that asks keep the token, out of reach of scripts and of other sites."""

    @after_this_request
    def set_cookie(response: Response) -> Response:
        response.set_cookie(
            _cookie_name(role, player),
            token,
            max_age=TOKEN_LIFE_S,
            httponly=True,
            samesite="Strict",
            secure=request.is_secure,
        )
        return response


def tokens() -> list[str]:
    """Return all tokens that came with the request under way."""
    cookies = (value for name, value in request.cookies.items() if name.startswith(COOKIE_PREFIXES))
    return [token for token in (_bearer(), *cookies) if token]


def _read_wanted_role() -> Role | None:
    said = request.args.get("as")
    if said is None:
        return None
    for role in (HOST, EVERYONE, *HELPERS):
        if said == role.name:
            return role
    found = re.fullmatch(r"seat-([1-9][0-9]?)", said, re.ASCII)
    if found is None:
        raise BadRole(f"no role is called {said!r}", hint="One of host, everyone, seat-1, seat-2, …")
    return seat_role(Seat(int(found[1])))


def _bearer() -> str | None:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None

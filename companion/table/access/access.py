"""Identifies callers: the host's PIN, the seats' single-use codes, and the tokens that browsers keep.

Tokens and codes are random and kept only as SHA-256. Look-ups are answered from memory.
"""

import logging
import secrets
import threading
from collections import deque
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.errors import JournalError, Reason, WrongPin
from companion.games.game import HOST, Seat, seat_role
from companion.table.access.camera_pass import CAMERA_PHONE, EARLIER_OWN, CameraPass
from companion.table.access.guessing import (
    CODE_LENGTH,
    CODE_LETTERS,
    TimeNow,
    Tries,
    hash_of,
    is_long_enough,
)
from companion.table.access.hashed_pin import is_hashed, is_pin
from companion.table.access.login_file import TAKEN_OVER, VALID, Grant, LoginCode, LoginFile, LoginRows

_log = logging.getLogger(__name__)

CODE_LIFE_S = 60 * 60
"""Seconds for which a seat's code can be used: the beginning of an evening."""
SHOWN_S = 5 * 60
"""Seconds for which a code stays visible to all: time to get a phone out."""
TOKEN_LIFE_S = 90 * 24 * 60 * 60
"""Seconds for which a phone stays logged in: from one game night to the next, and more."""
MOST_SPENT = 200
"""Most invalid codes that are remembered, the latest ones."""
CLOCK_MAY_DIFFER_S = 60.0
"""A network sets the clock by less all the time."""


@dataclass(frozen=True)
class Invitation:
    """A code that lets one phone join a seat, once."""

    seat: Seat
    code: str
    life_s: int


@dataclass(frozen=True)
class ShownCode:
    """A code that is visible to all, and the player it is for. It is kept in memory only."""

    player: str
    code: str
    until: float


@dataclass(frozen=True)
class _Move:
    """A token goes from one table of the file to another; None: it is new, or deleted."""

    key: str
    grant: Grant
    origin: str | None
    target: str | None


class Access:
    """Keeps PIN, codes and tokens. Every method may be called from any thread.

    Tokens expire by the time of day, since they outlive the program; anything that lasts minutes uses a
    clock that nobody sets. A host's token is valid only with the PIN it was given for.
    """

    def __init__(
        self,
        path: Path,
        pin: str,
        time_of_day: TimeNow,
        clock: TimeNow,
        *,
        pin_in_use: bool = False,
        own_camera: str = EARLIER_OWN,
    ) -> None:
        """Open or create the file at ``path``; a damaged one is set aside, and all log in again.

        ``pin``: the host's, or its hash. ``own_camera``: the camera that the table starts with.

        A PIN that is too short but was in use before (according to ``pin_in_use``, or this file) stays
        valid at the table's own machine only. Raises ``PinTooShort``, ``JournalError``.
        """
        self._pin, self._pin_hash = pin, hash_of(pin)
        self._time_of_day, self._clock = time_of_day, clock
        self._ahead_s = time_of_day() - clock()
        self._lock = threading.Lock()
        self._tries = Tries(clock)
        self.pin_is_short = not is_hashed(pin) and not is_long_enough(pin)
        """Whether the PIN is an old one that is valid at the table's own machine only."""
        short_pin = self._pin_hash if self.pin_is_short else None
        self._file = LoginFile(path, short_pin, pin_in_use=pin_in_use)
        found = self._file.found
        self._grants = {VALID: found.valid, TAKEN_OVER: found.taken_over}
        until = clock() + CODE_LIFE_S  # no clock tells how long the table was off
        self._codes = {
            key: LoginCode(seat, player, until) for key, (seat, player) in found.codes.items()
        }
        self._of_this_start: set[str] = set()
        """The tokens made since the start: they expire by the clock that nobody sets."""
        self._shown: dict[Seat, ShownCode] = {}
        self._spent: deque[str] = deque(maxlen=MOST_SPENT)
        self.camera = CameraPass(path.with_name(CAMERA_PHONE), self._tries, clock, own_camera)
        """Which phone is the camera."""
        self.photographer = CameraPass(None, self._tries, clock)
        """Which phone sends photographs for a lesson."""

    def move(self, path: Path | None) -> None:
        """Keep logins and codes in another file from now on; None: nowhere. Raises JournalError."""
        with self._lock, self._file.move(path) as rows:
            self._write(rows, self._grants, self._codes)
        self.camera.move(path and path.with_name(CAMERA_PHONE))

    def login(self, pin: str, client: str, *, is_own: bool = False) -> str:
        """Return a new host token. ``client``: the caller's address. Raises WrongPin, TooManyTries.

        ``is_own``: the caller is at the table's own machine.
        """
        self.check_pin(pin, client, is_own=is_own)
        return self._new_host_token()

    def check_pin(self, pin: str, client: str, *, is_own: bool = False) -> None:
        """Check the host's PIN, as ``login`` does. Raises WrongPin, TooManyTries."""
        self._tries.count(client)
        if self.pin_is_short and not is_own:  # the answer does not tell whether it is the right one
            raise WrongPin(
                "the host's PIN is too short to be good from elsewhere",
                hint="Log in at the table's own machine, or set a longer one: COMPANION_PIN.",
                reason=Reason("error.pin_too_short"),
            )
        if not is_pin(pin, self._pin):
            raise WrongPin(
                "this is not the host's PIN",
                hint="It was printed when the table started, or chosen when its card was made.",
            )
        self._tries.forgive(client)

    def invite(self, seat: Seat, player: str) -> Invitation:
        """Return a new code for the player on this seat; any older one becomes invalid."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        made = LoginCode(seat, player, self._clock() + CODE_LIFE_S)
        with self._lock:
            earlier = [key for key, one in self._codes.items() if one.seat == seat]
            with self._file.change() as rows:
                rows.remove_codes(earlier)
                rows.put_codes({hash_of(code): made}, self._time_of_day() + CODE_LIFE_S)
            self._spent += earlier
            self._codes = {key: one for key, one in self._codes.items() if one.seat != seat}
            self._codes[hash_of(code)] = made
            self._shown.pop(seat, None)
        return Invitation(seat, code, CODE_LIFE_S)

    def show(self, seat: Seat, player: str) -> None:
        """Show everybody a new code for the player on this seat, until it is used or some minutes
        pass."""
        code = self.invite(seat, player).code
        with self._lock:
            self._shown[seat] = ShownCode(player, code, self._clock() + SHOWN_S)

    def shown(self, seat: Seat, player: str) -> str | None:
        """Return the code for this player's seat that everybody may see now; None if there is none."""
        with self._lock:
            shown = self._shown.get(seat)
        good = shown is not None and shown.player == player and shown.until >= self._clock()
        return shown.code if shown is not None and good else None

    def join(
        self,
        seat: Seat,
        player: str,
        code: str,
        phone: str,
        client: str,
        *,
        held: Collection[str] = (),
        may_return: bool = True,
    ) -> str:
        """Use a code up and return the only token for the seat.

        Raises WrongPin, TooManyTries, and JournalError: then the code is still good.

        ``player``: who has the seat now; ``phone``: its owner's name for it; ``held``: the tokens that
        the phone already has; ``may_return``: the phone that loses the seat may take it back.
        """
        self._tries.count(client)
        sought = hash_of(_tidy(code))
        own = {hash_of(one) for one in held if self.is_of(one, player)}
        token = secrets.token_urlsafe(32)
        with self._lock:
            found = self._codes.get(sought)
            if (
                found is None
                or (found.seat, found.player) != (seat, player)
                or found.until < self._clock()
            ):
                spent = sought in self._spent or (found is not None and found.until < self._clock())
                raise WrongPin(
                    f"this code does not open seat {seat}" + (" any more" if spent else ""),
                    hint="The host can make a new one; each works once.",
                    reason=Reason("error.code_used") if spent else None,
                )
            moves = self._hand_over(player, hash_of(token), may_return=may_return, also_gone=own)
            grant = Grant(seat_role(seat), player, phone, self._time_of_day() + TOKEN_LIFE_S)
            self._move([*moves, _Move(hash_of(token), grant, None, VALID)], code=sought)
            self._of_this_start.add(hash_of(token))
            self._shown.pop(seat, None)
        self._tries.forgive(client)
        return token

    def is_of(self, token: str, player: str) -> bool:
        """Tell whether this is the token of the phone that has this player's seat."""
        grant = self.grant_of(token)
        return grant is not None and _is_of(grant, player)

    def lost_seat(self, token: str) -> Grant | None:
        """Return the rights that a token had before another phone took its seat over; None for
        others."""
        grant = self._grants[TAKEN_OVER].get(hash_of(token))
        return grant if grant is not None and grant.until >= self._time_of_day() else None

    def was_taken_over(self, player: str) -> bool:
        """Tell whether a phone lost this player's seat to another, and may take it back."""
        with self._lock:
            return any(_is_of(grant, player) for grant in self._grants[TAKEN_OVER].values())

    def take_back(self, token: str, *, may_return: bool) -> None:
        """Give a phone that lost its seat the seat back; ``may_return``: the other may do the same.

        A token that lost no seat changes nothing.
        """
        grant = self.lost_seat(token)
        if grant is None or grant.role.seat is None:
            return
        key = hash_of(token)
        with self._lock:
            moves = self._hand_over(grant.player, key, may_return=may_return)
            self._move([*moves, _Move(key, grant, TAKEN_OVER, VALID)])

    def _hand_over(
        self, player: str, to: str, *, may_return: bool, also_gone: Collection[str] = ()
    ) -> list[_Move]:
        """Return how all other tokens lose the player's seat; only the latest may take it back.

        ``to``: the token that gets the seat. ``also_gone``: tokens that are merely forgotten.
        """
        valid = self._of(player, VALID)
        held = {key: one for key, one in valid.items() if key not in also_gone}
        lost = {key: one for key, one in self._of(player, TAKEN_OVER).items() if key != to}
        return [
            *(_Move(key, valid[key], VALID, None) for key in valid.keys() - held.keys()),
            *(_Move(key, one, TAKEN_OVER, None) for key, one in lost.items() if held and may_return),
            *(_Move(key, one, VALID, TAKEN_OVER if may_return else None) for key, one in held.items()),
        ]

    def _of(self, player: str, table: str) -> dict[str, Grant]:
        return {key: one for key, one in self._grants[table].items() if _is_of(one, player)}

    def _move(self, moves: Collection[_Move], code: str | None = None) -> None:
        """Move tokens and use up a code in one step, in the file before memory knows of it."""
        with self._file.change() as rows:
            for move in moves:
                if move.origin is not None:
                    rows.remove(move.origin, move.key)
                if move.target is not None:
                    rows.put(move.target, move.key, move.grant)
            rows.remove_codes([code] if code else [])
        for move in moves:
            if move.origin is not None:
                self._grants[move.origin].pop(move.key, None)
            if move.target is not None:
                self._grants[move.target][move.key] = move.grant
        if code:
            del self._codes[code]
            self._spent.append(code)

    def grant_of(self, token: str) -> Grant | None:
        """Return the token's rights; None if it is unknown, forgotten or expired."""
        self._follow_clock()
        valid = self._grants[VALID]
        grant = valid.get(self._host_hash(token)) or valid.get(hash_of(token))
        return grant if grant is not None and grant.until >= self._time_of_day() else None

    def phones(self, player: str) -> list[str]:
        """Return the names of the phones that joined this player's seat."""
        with self._lock:
            return [grant.phone for grant in self._of(player, VALID).values()]

    def forget(self, token: str) -> None:
        """Log out: the token becomes invalid. One that is unknown changes nothing."""
        with self._lock:
            valid, keys = self._grants[VALID], (self._host_hash(token), hash_of(token))
            self._move([_Move(key, valid[key], VALID, None) for key in keys if key in valid])

    def rename(self, name: str, new: str | None) -> None:
        """Keep a player's phones at the seat that now bears another name; None: they lose it.

        Nothing of the name is left in the file. Raises JournalError.
        """
        with self._lock:
            grants = {
                table: {
                    key: replace(one, player=new) if one.player == name and new is not None else one
                    for key, one in grants.items()
                    if one.player != name or new is not None
                }
                for table, grants in self._grants.items()
            }
            codes = {key: one for key, one in self._codes.items() if one.player != name}
            with self._file.change() as rows:
                rows.clear()
                self._write(rows, grants, codes)
            self._grants, self._codes = grants, codes
            self._shown = {seat: one for seat, one in self._shown.items() if one.player != name}
            self._file.vacuum()

    def _new_host_token(self) -> str:
        token = secrets.token_urlsafe(32)
        key = self._host_hash(token)
        grant = Grant(HOST, "", "", self._time_of_day() + TOKEN_LIFE_S)
        with self._lock:
            try:
                self._move([_Move(key, grant, None, VALID)])
            except JournalError as error:
                # The host decides how the table goes on: his login lasts at least until it stops.
                _log.warning("the host's login is not kept: %s", error)
                self._grants[VALID][key] = grant
            self._of_this_start.add(key)
        return token

    def _write(
        self, rows: LoginRows, grants: Mapping[str, Mapping[str, Grant]], codes: Mapping[str, LoginCode]
    ) -> None:
        """Write tokens and codes into an empty file."""
        for table, one in grants.items():
            for key, grant in one.items():
                rows.put(table, key, grant)
        rows.put_codes(codes, self._time_of_day() + CODE_LIFE_S)

    def _follow_clock(self) -> None:
        """Compute the times of expiry again after the time of day was corrected.

        Logins made since the start last as long as they would have with a correct clock.
        """
        by_s = self._time_of_day() - self._clock() - self._ahead_s
        if abs(by_s) <= CLOCK_MAY_DIFFER_S:
            return
        with self._lock:
            by_s = self._time_of_day() - self._clock() - self._ahead_s
            self._ahead_s += by_s
            moved = [
                (table, key, replace(grants[key], until=grants[key].until + by_s))
                for table, grants in self._grants.items()
                for key in self._of_this_start & grants.keys()
            ]
            for table, key, grant in moved:
                self._grants[table][key] = grant
            # Whoever is in stays in until the table stops, also where nothing can be written.
            with suppress(JournalError), self._file.change() as rows:
                for table, key, grant in moved:
                    rows.set_until(table, key, grant.until)

    def _host_hash(self, token: str) -> str:
        """Return the hash under which a host's token is kept: it includes the PIN, so another PIN does
        not find it."""
        return hash_of(f"{token} {self._pin_hash}")


def _is_of(grant: Grant, player: str) -> bool:
    return grant.role != HOST and grant.player == player


def _tidy(code: str) -> str:
    return "".join(code.split()).replace("-", "").upper()

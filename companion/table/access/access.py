"""Identifies callers: the host's PIN, the seats' single-use codes, and the tokens that browsers keep.

Tokens and codes are random and kept only as SHA-256, in a small SQLite file, so that a phone stays
logged in after a restart. Look-ups are answered from memory.
"""

import hashlib
import logging
import secrets
import sqlite3
import threading
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import NoneType

from companion.errors import CompanionError, JournalError, Reason, WrongPin
from companion.games.game import HOST, Role, Seat, seat_role
from companion.table.access.camera_pass import CAMERA_PHONE, EARLIER_OWN, CameraPass
from companion.table.access.guessing import (
    CODE_LENGTH,
    CODE_LETTERS,
    PIN_DIGITS,
    TimeNow,
    Tries,
    is_long_enough,
)
from companion.table.access.hashed_pin import is_hashed, is_pin
from companion.table.storage.chapter import Misshapen
from companion.table.storage.files import open_private, set_aside
from companion.table.storage.sqlite_files import Connection, is_damage

_log = logging.getLogger(__name__)

LOGINS = "access.sqlite3"
"""The file in the data folder."""

CODE_LIFE_S = 60 * 60
"""Seconds for which a seat's code can be used: the beginning of an evening."""
SHOWN_S = 5 * 60
"""Seconds for which a code stays visible to all: time to get a phone out."""
TOKEN_LIFE_S = 90 * 24 * 60 * 60
"""Seconds for which a phone stays logged in: from one game night to the next, and more."""
MOST_SPENT = 200
"""Most invalid codes that are remembered, the latest ones."""
MOST_TOKENS = 500
"""Most tokens that are kept, the latest ones. None is deleted because of its date: the clock may be
wrong."""
CLOCK_MAY_DIFFER_S = 60.0
"""A network sets the clock by less all the time."""
CHECKS_PINS = 1
"""First version of the file that marks PINs which are too short."""

SCHEMA = """
BEGIN;
CREATE TABLE IF NOT EXISTS tokens (
    hash TEXT PRIMARY KEY, seat INTEGER, player TEXT NOT NULL, phone TEXT NOT NULL, until REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS taken_over (
    hash TEXT PRIMARY KEY, seat INTEGER, player TEXT NOT NULL, phone TEXT NOT NULL, until REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS codes (
    hash TEXT PRIMARY KEY, seat INTEGER NOT NULL, player TEXT NOT NULL, until REAL NOT NULL
);
DROP TABLE IF EXISTS addresses;
CREATE TABLE IF NOT EXISTS short_pin (hash TEXT PRIMARY KEY);
COMMIT;
"""


class PinTooShort(CompanionError, ValueError):
    """The host's PIN could be guessed within a year."""

    code = "pin_too_short"

    def __init__(self) -> None:
        super().__init__(
            "the host's PIN is too short: it could be guessed",
            hint=f"Set COMPANION_PIN to {PIN_DIGITS} digits, or to 6 letters and digits, at least.",
        )


@dataclass(frozen=True)
class Grant:
    """The rights of a token. ``player``: who had the seat when the phone joined; empty for the host.

    A seat's token belongs to its player, wherever that player sits in the next sitting; it is not valid
    for anybody else at the seat that it joined.
    """

    role: Role
    player: str
    phone: str
    until: float


@dataclass(frozen=True)
class Invitation:
    """A code that lets one phone join a seat, once."""

    seat: Seat
    code: str
    life_s: int


@dataclass(frozen=True)
class Shown:
    """A code that is visible to all, and the player it is for. It is kept in memory only."""

    player: str
    code: str
    until: float


@dataclass(frozen=True)
class _Code:
    """A code that is good until a time of the clock."""

    seat: Seat
    player: str
    until: float


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
        self._path: Path | None = path
        self._pin, self._pin_hash = pin, _hash(pin)
        self._time_of_day, self._clock = time_of_day, clock
        self._ahead_s = time_of_day() - clock()
        self._lock = threading.Lock()
        self._tries = Tries(clock)
        self._grants: dict[str, Grant] = {}
        self._taken_over: dict[str, Grant] = {}
        self._of_this_start: set[str] = set()
        """The tokens made since the start: they expire by the clock that nobody sets."""
        self._codes: dict[str, _Code] = {}
        self._shown: dict[Seat, Shown] = {}
        self._spent: deque[str] = deque(maxlen=MOST_SPENT)
        self.camera = CameraPass(path.with_name(CAMERA_PHONE), self._tries, clock, own_camera)
        """Which phone is the camera."""
        self.photographer = CameraPass(None, self._tries, clock)
        """Which phone sends photographs for a lesson."""
        self.pin_is_short = not is_hashed(pin) and not is_long_enough(pin)
        """Whether the PIN is an old one that is valid at the table's own machine only."""
        self._open(path, pin_in_use)

    def move(self, path: Path | None) -> None:
        """Keep logins and codes in another file from now on; None: nowhere. Raises JournalError."""
        with self._lock:
            before, self._path = self._path, path
            try:
                if path is not None:
                    open_private(path).close()
                with self._database() as database:
                    database.executescript(SCHEMA)
                    self._write_all(database)
            except (OSError, JournalError) as error:
                fault = self._fault(error)
                self._path = before
                raise fault from error
        self.camera.move(path and path.with_name(CAMERA_PHONE))

    def login(self, pin: str, client: str, *, is_own: bool = False) -> str:
        """Return a new host token. ``client``: the caller's address. Raises WrongPin, TooManyTries.

        ``is_own``: the caller is at the table's own machine.
        """
        self.check_pin(pin, client, is_own=is_own)
        return self._new_token(HOST, player="", phone="")

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
        made = _Code(seat, player, self._clock() + CODE_LIFE_S)
        with self._lock, self._database() as database:
            database.execute("DELETE FROM codes WHERE seat = ?", (seat,))
            values = (_hash(code), seat, player, self._time_of_day() + CODE_LIFE_S)
            database.execute("INSERT INTO codes VALUES (?, ?, ?, ?)", values)
            self._spent += [key for key, one in self._codes.items() if one.seat == seat]
            self._codes = {key: one for key, one in self._codes.items() if one.seat != seat}
            self._codes[_hash(code)] = made
            self._shown.pop(seat, None)
        return Invitation(seat, code, CODE_LIFE_S)

    def show(self, seat: Seat, player: str) -> None:
        """Show everybody a new code for the player on this seat, until it is used or some minutes
        pass."""
        code = self.invite(seat, player).code
        with self._lock:
            self._shown[seat] = Shown(player, code, self._clock() + SHOWN_S)

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
        """Use a code up and return the only token for the seat. Raises WrongPin, TooManyTries.

        ``player``: who has the seat now; ``phone``: its owner's name for it; ``held``: the tokens that
        the phone already has; ``may_return``: the phone that loses the seat may take it back.
        """
        self._tries.count(client)
        sought = _hash(_tidy(code))
        with self._lock, self._database() as database:
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
            database.execute("DELETE FROM codes WHERE hash = ?", (sought,))
            del self._codes[sought]
            self._spent.append(sought)
            self._shown.pop(seat, None)
        self._tries.forgive(client)
        for token in held:
            if self.is_of(token, player):
                self.forget(token)
        self._take_from_others(player, may_return)
        return self._new_token(seat_role(seat), player, phone)

    def is_of(self, token: str, player: str) -> bool:
        """Tell whether this is the token of the phone that has this player's seat."""
        grant = self.grant_of(token)
        return grant is not None and _is_of(grant, player)

    def lost_seat(self, token: str) -> Grant | None:
        """Return the rights that a token had before another phone took its seat over; None for
        others."""
        grant = self._taken_over.get(_hash(token))
        return grant if grant is not None and grant.until >= self._time_of_day() else None

    def was_taken_over(self, player: str) -> bool:
        """Tell whether a phone lost this player's seat to another, and may take it back."""
        with self._lock:
            return any(_is_of(grant, player) for grant in self._taken_over.values())

    def take_back(self, token: str, *, may_return: bool) -> None:
        """Give a phone that lost its seat the seat back; ``may_return``: the other may do the same.

        A token that lost no seat changes nothing.
        """
        grant = self.lost_seat(token)
        if grant is None or grant.role.seat is None:
            return
        self._move(_hash(token), grant, self._taken_over, None)
        self._take_from_others(grant.player, may_return)
        self._move(_hash(token), grant, None, self._grants)

    def _take_from_others(self, player: str, may_return: bool) -> None:
        """End the tokens that hold the seat now; only the latest of them may take it back."""
        with self._lock:
            held = {key: one for key, one in self._grants.items() if _is_of(one, player)}
            lost = {key: one for key, one in self._taken_over.items() if _is_of(one, player)}
        for key, grant in lost.items() if held and may_return else ():
            self._move(key, grant, self._taken_over, None)
        for key, grant in held.items():
            self._move(key, grant, self._grants, self._taken_over if may_return else None)

    def _move(
        self, key: str, grant: Grant, from_: dict[str, Grant] | None, to: dict[str, Grant] | None
    ) -> None:
        """Move a token between the valid ones and those that lost their seat; None deletes it."""
        with self._lock, self._database() as database:
            if from_ is not None:
                database.execute(f"DELETE FROM {self._name(from_)} WHERE hash = ?", (key,))
            if to is not None:
                self._add(database, self._name(to), key, grant)
            if from_ is not None:
                from_.pop(key, None)
            if to is not None:
                to[key] = grant

    def _name(self, grants: dict[str, Grant]) -> str:
        return "tokens" if grants is self._grants else "taken_over"

    def grant_of(self, token: str) -> Grant | None:
        """Return the token's rights; None if it is unknown, forgotten or expired."""
        self._follow_clock()
        grant = self._grants.get(self._host_hash(token)) or self._grants.get(_hash(token))
        return grant if grant is not None and grant.until >= self._time_of_day() else None

    def phones(self, player: str) -> list[str]:
        """Return the names of the phones that joined this player's seat."""
        with self._lock:
            return [grant.phone for grant in self._grants.values() if _is_of(grant, player)]

    def forget(self, token: str) -> None:
        """Log out: the token becomes invalid. One that is unknown changes nothing."""
        with self._lock, self._database() as database:
            for key in (self._host_hash(token), _hash(token)):
                database.execute("DELETE FROM tokens WHERE hash = ?", (key,))
                self._grants.pop(key, None)

    def rename(self, name: str, new: str | None) -> None:
        """Keep a player's phones at the seat that now bears another name; None: they lose it.

        Nothing of the name is left in the file. Raises JournalError.
        """
        with self._lock:
            for grants in (self._grants, self._taken_over):
                kept = {key: one for key, one in grants.items() if one.player != name or new is not None}
                renamed = {
                    key: replace(one, player=new) if one.player == name and new is not None else one
                    for key, one in kept.items()
                }
                grants.clear()
                grants.update(renamed)
            self._codes = {key: one for key, one in self._codes.items() if one.player != name}
            self._shown = {seat: one for seat, one in self._shown.items() if one.player != name}
            with self._database() as database:
                database.executescript("DELETE FROM tokens; DELETE FROM taken_over; DELETE FROM codes;")
                self._write_all(database)
            with self._database() as database:
                database.execute("VACUUM")  # deleted rows remain in the file until then

    def _new_token(self, role: Role, player: str, phone: str) -> str:
        token = secrets.token_urlsafe(32)
        key = self._host_hash(token) if role == HOST else _hash(token)
        grant = Grant(role, player, phone, self._time_of_day() + TOKEN_LIFE_S)
        with self._lock:
            try:
                with self._database() as database:
                    self._add(database, "tokens", key, grant)
            except JournalError as error:
                # The host decides how the table goes on: his login lasts at least until it stops.
                if role != HOST:
                    raise
                _log.warning("the host's login is not kept: %s", error)
            self._grants[key] = grant
            self._of_this_start.add(key)
        return token

    def _write_all(self, database: sqlite3.Connection) -> None:
        """Write all that is good now into a new file."""
        for table, grants in (("tokens", self._grants), ("taken_over", self._taken_over)):
            for key, grant in grants.items():
                self._add(database, table, key, grant)
        self._keep_short_pin(database)
        until = self._time_of_day() + CODE_LIFE_S
        for key, code in self._codes.items():
            values = (key, code.seat, code.player, until)
            database.execute("INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?)", values)

    def _add(self, database: sqlite3.Connection, table: str, key: str, grant: Grant) -> None:
        values = (key, grant.role.seat, grant.player, grant.phone, grant.until)
        database.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?, ?)", values)

    def _follow_clock(self) -> None:
        """Compute the times of expiry again after the time of day was corrected.

        Logins made since the start last as long as they would have with a correct clock.
        """
        by_s = self._time_of_day() - self._clock() - self._ahead_s
        if abs(by_s) <= CLOCK_MAY_DIFFER_S:
            return
        with self._lock, suppress(JournalError), self._database() as database:
            by_s = self._time_of_day() - self._clock() - self._ahead_s
            self._ahead_s += by_s
            for grants in (self._grants, self._taken_over):
                for key in self._of_this_start & grants.keys():
                    grants[key] = replace(grants[key], until=grants[key].until + by_s)
                    database.execute(
                        f"UPDATE {self._name(grants)} SET until = ? WHERE hash = ?",
                        (grants[key].until, key),
                    )

    def _host_hash(self, token: str) -> str:
        """Return the hash under which a host's token is kept: it includes the PIN, so another PIN does
        not find it."""
        return _hash(f"{token} {self._pin_hash}")

    def _open(self, path: Path, pin_in_use: bool) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            open_private(path).close()
            try:
                self._load(path, pin_in_use)
            except (sqlite3.DatabaseError, Misshapen) as error:
                if not is_damage(error):
                    raise
                aside = set_aside(path)
                _log.warning("the logins were damaged: all log in again; see %s", aside.name)
                open_private(path).close()
                self._load(path, pin_in_use=True)  # nothing shows that it was not
        except (OSError, sqlite3.Error) as error:
            raise self._fault(error) from error

    def _load(self, path: Path, pin_in_use: bool) -> None:
        with closing(sqlite3.connect(path, factory=Connection)) as database, database:
            had_tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,)
            database.executescript(SCHEMA)
            self._check_pin(database, in_use=pin_in_use, is_new=not had_tables)
            for name in ("tokens", "taken_over"):
                database.execute(
                    f"DELETE FROM {name} WHERE rowid NOT IN"
                    f" (SELECT rowid FROM {name} ORDER BY rowid DESC LIMIT ?)",
                    (MOST_TOKENS,),
                )
            tokens = database.execute(
                "SELECT hash, seat, player, phone, until FROM tokens ORDER BY rowid"
            ).fetchall()
            lost = database.execute("SELECT hash, seat, player, phone, until FROM taken_over").fetchall()
            codes = database.execute("SELECT hash, seat, player FROM codes").fetchall()
        _check(tokens, str, (int, NoneType), str, str, (int, float))
        _check(lost, str, int, str, str, (int, float))
        _check(codes, str, int, str)
        until = self._clock() + CODE_LIFE_S  # no clock tells how long the table was off
        self._codes = {hash_: _Code(Seat(seat), player, until) for hash_, seat, player in codes}
        self._grants, self._taken_over = _grants(_latest_of_each(tokens)), _grants(lost)

    def _check_pin(self, database: sqlite3.Connection, *, in_use: bool, is_new: bool) -> None:
        """Accept a PIN that is too short if it was in use, or refuse it. Raises ``PinTooShort``.

        A PIN counts as in use if an earlier version accepted it, as long as it stays the same.
        """
        version: int = database.execute("PRAGMA user_version").fetchone()[0]
        kept = {row[0] for row in database.execute("SELECT hash FROM short_pin")}
        was_taken = in_use or (version < CHECKS_PINS and not is_new) or self._pin_hash in kept
        if self.pin_is_short and not was_taken:
            raise PinTooShort
        self._keep_short_pin(database)

    def _keep_short_pin(self, database: sqlite3.Connection) -> None:
        """Record whether the PIN is an old short one, so that it is still valid after the next start."""
        database.execute("DELETE FROM short_pin")
        if self.pin_is_short:
            database.execute("INSERT INTO short_pin VALUES (?)", (self._pin_hash,))
        database.execute(f"PRAGMA user_version = {CHECKS_PINS}")

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        try:
            path = self._path or ":memory:"  # a database in memory: nothing is kept
            with closing(sqlite3.connect(path, factory=Connection)) as database, database:
                if self._path is None:
                    database.executescript(SCHEMA)
                yield database
        except sqlite3.Error as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> JournalError:
        if isinstance(error, JournalError):
            return error
        told = error.strerror if isinstance(error, OSError) else error
        return JournalError(
            f"logins cannot be kept in {self._path.name if self._path else 'memory'}: {told}",
            hint="Is the disk full or read-only?",
        )


_Row = tuple[str, int | None, str, str, float]
"""A stored login: its hash, seat (None: the host), player, phone, and when it expires."""


def _grants(rows: Sequence[_Row]) -> dict[str, Grant]:
    return {
        hash_: Grant(HOST if seat is None else seat_role(Seat(seat)), player, phone, until)
        for hash_, seat, player, phone, until in rows
    }


def _is_of(grant: Grant, player: str) -> bool:
    return grant.role != HOST and grant.player == player


def _latest_of_each(rows: Sequence[_Row]) -> list[_Row]:
    """Return the rows without players' earlier ones: only a player's latest phone counts."""
    last = {player: hash_ for hash_, seat, player, _, _ in rows if seat is not None}
    return [row for row in rows if row[1] is None or last[row[2]] == row[0]]


def _check(rows: Sequence[Sequence[object]], *kinds: type | tuple[type, ...]) -> None:
    """Check what each row holds: SQLite itself stores any type anywhere. Raises ``Misshapen``."""
    for row in rows:
        if not all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True)):
            raise Misshapen("a row of the logins is none")


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def _tidy(code: str) -> str:
    return "".join(code.split()).replace("-", "").upper()

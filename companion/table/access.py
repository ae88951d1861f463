"""Who is who: the host's PIN, the seats' single-use codes, and the tokens that browsers keep.

Tokens and codes are random and kept only as SHA-256, in a small SQLite file, so that a phone stays
logged in when the table starts again. Look-ups are answered from memory.
"""

import hashlib
import hmac
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CompanionError, JournalError, TooManyTries, WrongPin
from companion.games.game import HOST, Role, Seat, seat_role

TimeNow = Callable[[], float]
"""Tells the time of day, in seconds since the epoch."""

PIN_LENGTH = 6
CODE_LENGTH = 6
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that reads like something else
CODE_LIFE_S = 60 * 60
"""Seconds in which a seat's code can be used: an evening's beginning."""
SHOWN_S = 5 * 60
"""Seconds for which a code that the host lets all see is shown: time to get a phone out."""
TOKEN_LIFE_S = 90 * 24 * 60 * 60
"""Seconds for which a phone stays logged in: from one game night to the next, with some to spare."""
SHORTEST_PIN = 4
"""Characters: guessing is slowed down, so that four digits take weeks."""

SCHEMA = """
BEGIN;
CREATE TABLE IF NOT EXISTS tokens (
    hash TEXT PRIMARY KEY, seat INTEGER, player TEXT NOT NULL, phone TEXT NOT NULL, until REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS codes (
    hash TEXT PRIMARY KEY, seat INTEGER NOT NULL, player TEXT NOT NULL, until REAL NOT NULL
);
COMMIT;
"""


class PinTooShort(CompanionError, ValueError):
    """The host's PIN could be guessed in a few tries."""

    code = "pin_too_short"


@dataclass(frozen=True)
class Grant:
    """What a token stands for. ``player``: who sat on the seat when the phone joined; else empty.

    A seat's token is good only while that player sits there: whoever sits there in the next
    sitting must not be listened to.
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
    """A code that all may see, and whom it is for. It is kept in memory only."""

    player: str
    code: str
    until: float


class Access:
    """Keeps PIN, codes and tokens. Every method may be called from any thread."""

    def __init__(self, path: Path, pin: str, time_now: TimeNow) -> None:
        """Open or create the file at ``path``. Raises ``PinTooShort``, ``JournalError``."""
        if len(pin) < SHORTEST_PIN:
            raise PinTooShort(
                f"the host's PIN has {len(pin)} characters",
                hint=f"Set COMPANION_PIN to at least {SHORTEST_PIN} characters.",
            )
        self._path = path
        self._pin_hash = _hash(pin)
        self._time_now = time_now
        self._lock = threading.Lock()
        self._tries = Tries(time_now)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        self._grants = self._load()
        self._shown: dict[Seat, Shown] = {}

    def login(self, pin: str, client: str) -> str:
        """Return a new host token. ``client``: the caller's address. Raises WrongPin, TooManyTries."""
        self._tries.count(client)
        if not hmac.compare_digest(_hash(pin), self._pin_hash):
            raise WrongPin("this is not the host's PIN", hint="It was printed when the table started.")
        self._tries.forgive(client)
        return self._new_token(HOST, player="", phone="")

    def invite(self, seat: Seat, player: str) -> Invitation:
        """Return a new code for the player on this seat; an older one is no longer good."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        with self._lock, self._database() as database:
            database.execute("DELETE FROM codes WHERE seat = ? OR until < ?", (seat, self._time_now()))
            values = (_hash(code), seat, player, self._time_now() + CODE_LIFE_S)
            database.execute("INSERT INTO codes VALUES (?, ?, ?, ?)", values)
            self._shown.pop(seat, None)
        return Invitation(seat, code, CODE_LIFE_S)

    def show(self, seat: Seat, player: str) -> None:
        """Let all see a new code for the player on this seat, until it is used or some minutes pass."""
        code = self.invite(seat, player).code
        with self._lock:
            self._shown[seat] = Shown(player, code, self._time_now() + SHOWN_S)

    def shown(self, seat: Seat, player: str) -> str | None:
        """Return the code for this player's seat that all may see now; None where there is none."""
        with self._lock:
            shown = self._shown.get(seat)
        good = shown is not None and shown.player == player and shown.until >= self._time_now()
        return shown.code if shown is not None and good else None

    def join(self, seat: Seat, player: str, code: str, phone: str, client: str) -> str:
        """Use a code up and return a token for the seat. Raises WrongPin, TooManyTries.

        ``player``: who sits there now; ``phone``: what its owner calls it.
        """
        self._tries.count(client)
        sought = (_hash(_tidy(code)), seat, player, self._time_now())
        with self._lock, self._database() as database:
            used = database.execute(
                "DELETE FROM codes WHERE hash = ? AND seat = ? AND player = ? AND until >= ?", sought
            )
            if used.rowcount != 1:
                raise WrongPin(
                    f"this code does not open seat {seat}",
                    hint="The host can make a new one; each works once.",
                )
            self._shown.pop(seat, None)
        self._tries.forgive(client)
        return self._new_token(seat_role(seat), player, phone)

    def grant_of(self, token: str) -> Grant | None:
        """Return what the token stands for; None if it is unknown, forgotten or too old."""
        grant = self._grants.get(_hash(token))
        return grant if grant is not None and grant.until >= self._time_now() else None

    def phones(self, seat: Seat, player: str) -> list[str]:
        """Return what the phones that joined this player's seat are called."""
        role = seat_role(seat)
        with self._lock:
            grants = list(self._grants.values())
        return [grant.phone for grant in grants if grant.role == role and grant.player == player]

    def forget(self, token: str) -> None:
        """Log out: the token is no longer good. One that is unknown changes nothing."""
        with self._lock, self._database() as database:
            database.execute("DELETE FROM tokens WHERE hash = ?", (_hash(token),))
            self._grants.pop(_hash(token), None)

    def _new_token(self, role: Role, player: str, phone: str) -> str:
        token = secrets.token_urlsafe(32)
        grant = Grant(role, player, phone, self._time_now() + TOKEN_LIFE_S)
        with self._lock, self._database() as database:
            values = (_hash(token), role.seat, player, phone, grant.until)
            database.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", values)
            self._grants[_hash(token)] = grant
        return token

    def _load(self) -> dict[str, Grant]:
        with self._database() as database:
            database.executescript(SCHEMA)
            database.execute("DELETE FROM tokens WHERE until < ?", (self._time_now(),))
            rows = database.execute("SELECT hash, seat, player, phone, until FROM tokens").fetchall()
        return {
            hash_: Grant(HOST if seat is None else seat_role(Seat(seat)), player, phone, until)
            for hash_, seat, player, phone, until in rows
        }

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path)) as database, database:
                yield database
        except sqlite3.Error as error:
            raise JournalError(
                f"logins cannot be kept in {self._path}: {error}", hint="Is the disk full or read-only?"
            ) from error


class Tries:
    """Slows down guessing: after some free tries each further one has to wait twice as long.

    Counted for each client, and more generously for all together, since addresses are cheap.
    """

    FREE, FREE_TOGETHER = 5, 50
    LONGEST_WAIT_S = 300
    FORGOTTEN_AFTER_S = 60 * 60

    def __init__(self, time_now: TimeNow) -> None:
        self._time_now = time_now
        self._lock = threading.Lock()
        self._tried: dict[str, list[float]] = {}

    def count(self, client: str) -> None:
        """Count one try, before it is known whether it is right. Raises ``TooManyTries``."""
        now = self._time_now()
        with self._lock:
            self._forget_old(now)
            for key, free in ((client, self.FREE), ("", self.FREE_TOGETHER)):
                self._check(self._tried.get(key, []), free, now)
            for key in (client, ""):
                self._tried.setdefault(key, []).append(now)

    def forgive(self, client: str) -> None:
        """The last try was right."""
        with self._lock:
            self._tried.pop(client, None)
            if self._tried.get(""):
                self._tried[""].pop()

    def _check(self, tried: list[float], free: int, now: float) -> None:
        if len(tried) < free:
            return
        wait_s = min(2.0 ** (len(tried) - free), self.LONGEST_WAIT_S)
        left_s = tried[-1] + wait_s - now
        if left_s > 0:
            raise TooManyTries(retry_after_s=int(left_s) + 1)

    def _forget_old(self, now: float) -> None:
        since = now - self.FORGOTTEN_AFTER_S
        recent = {key: [at for at in tried if at >= since] for key, tried in self._tried.items()}
        self._tried = {key: tried for key, tried in recent.items() if tried}


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def _tidy(code: str) -> str:
    return "".join(code.split()).replace("-", "").upper()

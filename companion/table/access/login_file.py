"""The small SQLite file that keeps logins and codes, so that a phone stays logged in after a restart.

It holds hashes only: neither a token nor a code can be read from it.
"""

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import NoneType

from companion.errors import CompanionError, JournalError
from companion.games.game import HOST, Role, Seat, seat_role
from companion.table.access.guessing import PIN_DIGITS
from companion.table.storage.chapter import Misshapen
from companion.table.storage.files import open_private, set_aside
from companion.table.storage.sqlite_files import SqliteConnection, is_damage

_log = logging.getLogger(__name__)

LOGINS = "access.sqlite3"
"""The file in the data folder."""
VALID, TAKEN_OVER = "tokens", "taken_over"
"""Its tables of tokens: those that are valid, and those whose seat another phone took over."""
MOST_TOKENS = 500
"""Most tokens that are kept, the latest ones. None is deleted because of its date: the clock may be
wrong."""
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


class PinTooShort(CompanionError, ValueError, code="pin_too_short"):
    """The host's PIN could be guessed within a year."""

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
class LoginCode:
    """A code that is good until a time of the clock."""

    seat: Seat
    player: str
    until: float


@dataclass(frozen=True)
class Logins:
    """What the file holds, by hash: the tokens, valid and taken over, and whom each code is for."""

    valid: dict[str, Grant]
    taken_over: dict[str, Grant]
    codes: dict[str, tuple[Seat, str]]


class LoginRows:
    """What is changed in the file as one: all of it or, if any of it fails, nothing."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def put(self, table: str, key: str, grant: Grant) -> None:
        """Keep a token in one of the two tables."""
        values = (key, grant.role.seat, grant.player, grant.phone, grant.until)
        self._database.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?, ?)", values)

    def remove(self, table: str, key: str) -> None:
        """Delete a token from one of the two tables."""
        self._database.execute(f"DELETE FROM {table} WHERE hash = ?", (key,))

    def set_until(self, table: str, key: str, until: float) -> None:
        """Change the time of day at which a token expires."""
        self._database.execute(f"UPDATE {table} SET until = ? WHERE hash = ?", (until, key))

    def put_codes(self, codes: Mapping[str, LoginCode], until: float) -> None:
        """Keep codes. ``until``: the time of day until which they are good."""
        for key, code in codes.items():
            values = (key, code.seat, code.player, until)
            self._database.execute("INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?)", values)

    def remove_codes(self, keys: Iterable[str]) -> None:
        """Delete codes."""
        self._database.executemany("DELETE FROM codes WHERE hash = ?", [(key,) for key in keys])

    def clear(self) -> None:
        """Delete all tokens and codes."""
        for table in (VALID, TAKEN_OVER, "codes"):
            self._database.execute(f"DELETE FROM {table}")


class LoginFile:
    """Writes logins and reads them again. Whoever uses it sees to it that one thread does at a time."""

    def __init__(self, path: Path, short_pin: str | None, *, pin_in_use: bool) -> None:
        """Open or create the file; a damaged one is set aside, and all log in again.

        ``short_pin``: the hash of the host's PIN if that could be guessed; it is accepted if it was in
        use before, according to ``pin_in_use`` or the file. Raises ``PinTooShort``, ``JournalError``.
        """
        self._path: Path | None = path
        self._short_pin = short_pin
        self.found = self._open(path, pin_in_use)
        """What it held at the start."""

    @contextmanager
    def change(self) -> Iterator[LoginRows]:
        """Change rows; they are written when the block ends. Raises ``JournalError``."""
        with self._database() as database:
            yield LoginRows(database)

    def vacuum(self) -> None:
        """Leave nothing of deleted rows in the file. Raises ``JournalError``."""
        with self._database() as database:
            database.execute("VACUUM")

    @contextmanager
    def move(self, path: Path | None) -> Iterator[LoginRows]:
        """Use another file from now on, filled in the block; None: none. Raises ``JournalError``.

        If that fails, the former file stays in use.
        """
        before, self._path = self._path, path
        try:
            if path is not None:
                open_private(path).close()
            with self._database() as database:
                database.executescript(SCHEMA)
                yield LoginRows(database)
                self._keep_short_pin(database)
        except (OSError, JournalError) as error:
            fault = self._fault(error)
            self._path = before
            raise fault from error

    def _open(self, path: Path, pin_in_use: bool) -> Logins:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            open_private(path).close()
            try:
                return self._load(path, pin_in_use)
            except (sqlite3.DatabaseError, Misshapen) as error:
                if not is_damage(error):
                    raise
                aside = set_aside(path)
                _log.warning("the logins were damaged: all log in again; see %s", aside.name)
                open_private(path).close()
                return self._load(path, pin_in_use=True)  # nothing shows that it was not
        except (OSError, sqlite3.Error) as error:
            raise self._fault(error) from error

    def _load(self, path: Path, pin_in_use: bool) -> Logins:
        with closing(sqlite3.connect(path, factory=SqliteConnection)) as database, database:
            had_tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,)
            database.executescript(SCHEMA)
            self._check_pin(database, in_use=pin_in_use, is_new=not had_tables)
            for name in (VALID, TAKEN_OVER):
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
        for_whom = {hash_: (Seat(seat), player) for hash_, seat, player in codes}
        return Logins(_grants(_latest_of_each(tokens)), _grants(lost), for_whom)

    def _check_pin(self, database: sqlite3.Connection, *, in_use: bool, is_new: bool) -> None:
        """Accept a PIN that is too short if it was in use, or refuse it. Raises ``PinTooShort``.

        A PIN counts as in use if an earlier version accepted it, as long as it stays the same.
        """
        version: int = database.execute("PRAGMA user_version").fetchone()[0]
        kept = {row[0] for row in database.execute("SELECT hash FROM short_pin")}
        was_taken = in_use or (version < CHECKS_PINS and not is_new) or self._short_pin in kept
        if self._short_pin is not None and not was_taken:
            raise PinTooShort
        self._keep_short_pin(database)

    def _keep_short_pin(self, database: sqlite3.Connection) -> None:
        """Record whether the PIN is an old short one, so that it is still valid after the next start."""
        database.execute("DELETE FROM short_pin")
        if self._short_pin is not None:
            database.execute("INSERT INTO short_pin VALUES (?)", (self._short_pin,))
        database.execute(f"PRAGMA user_version = {CHECKS_PINS}")

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        try:
            path = self._path or ":memory:"  # a database in memory: nothing is kept
            with closing(sqlite3.connect(path, factory=SqliteConnection)) as database, database:
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


def _latest_of_each(rows: Sequence[_Row]) -> list[_Row]:
    """Return the rows without players' earlier ones: only a player's latest phone counts."""
    last = {player: hash_ for hash_, seat, player, _, _ in rows if seat is not None}
    return [row for row in rows if row[1] is None or last[row[2]] == row[0]]


def _check(rows: Sequence[Sequence[object]], *kinds: type | tuple[type, ...]) -> None:
    """Check what each row holds: SQLite itself stores any type anywhere. Raises ``Misshapen``."""
    for row in rows:
        if not all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True)):
            raise Misshapen("a row of the logins is none")

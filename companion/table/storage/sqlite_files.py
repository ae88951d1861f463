"""SQLite files that may be damaged: reports them with a single kind of error."""

import sqlite3
from typing import Any

from companion.table.storage.chapter import Misshapen

DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""SQLite's error codes for a damaged file: broken pages, or no database."""


class SqliteConnection(sqlite3.Connection):
    """A connection that raises sqlite3.Error alone.

    If a damaged table's name is not UTF-8, SQLite's message is not either, and Python's module fails on
    it.
    """

    def execute(self, *words: Any) -> sqlite3.Cursor:
        """Execute a statement. Raises sqlite3.Error."""
        try:
            return super().execute(*words)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError("a table's name is no text") from error

    def executescript(self, script: str) -> sqlite3.Cursor:
        """Execute statements. Raises sqlite3.Error."""
        try:
            return super().executescript(script)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError("a table's name is no text") from error


def is_damage(error: Exception) -> bool:
    """Tell whether the file is damaged; otherwise it is in use, full, or out of reach."""
    if isinstance(error, sqlite3.Error):
        # The last byte holds one code for each kind; it is missing if a text is not UTF-8.
        return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in DAMAGE
    return isinstance(error, Misshapen)

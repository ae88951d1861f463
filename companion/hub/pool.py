"""The pages' connections to the database: a few, kept open, each lent to one request at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore
from typing import Final

import psycopg

from companion.hub.database import Database, connected

MOST: Final = 8
"""Connections at once: more would wait for the two processors of a small machine."""


class Pool:
    """Lends connections. A broken one is thrown away."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._free: SimpleQueue[Database] = SimpleQueue()
        self._places = BoundedSemaphore(MOST)

    @contextmanager
    def lent(self) -> Iterator[Database]:
        """Lend a connection whose every statement stands by itself. Raises ``NoDatabase``."""
        with self._places:
            database = self._take()
            try:
                yield database
            except psycopg.Error:
                database.close()
                raise
            finally:
                if not database.closed:
                    self._free.put(database)

    def _take(self) -> Database:
        try:
            return self._free.get_nowait()
        except Empty:
            database = connected(self._address)
            database.autocommit = True
            return database

    def close(self) -> None:
        """Close those that nobody has."""
        while True:
            try:
                self._free.get_nowait().close()
            except Empty:
                return

"""A night at a club: what two tables tell, stored without a broker."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from companion.hub.database import Database
from companion.hub.messages import heard
from companion.hub.store import store
from companion.table.hub.topics import ROOT

PIN = "123456789"
NIGHT = date(2026, 11, 27)
ANA, BOB = "00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"
END = {"winners": [1], "ranks": [1, 2]}


def now() -> datetime:
    return datetime(2026, 11, 27, 21, 0, tzinfo=UTC)


def forget(_: str) -> None:
    """Forget a table, as a broker that is there does."""


def tell(database: Database, table: str, kind: str, **words: Any) -> Any:
    """Let the hub store a message; return what the table is told."""
    said = json.dumps({"v": 1, **words}).encode()
    told = store(database, [heard(f"{ROOT}/tables/{table}/{kind}", said, datetime.now(UTC))])
    return told[0].told if told else None


def opening(sitting: int, **more: Any) -> dict[str, Any]:
    line = {"sitting": sitting, "number": 0, "at": "2026-11-27T20:00:00+00:00", "game": "yacht"}
    return {**line, "seats": 2, "players": [ANA, BOB], **more}


def move(sitting: int, number: int, **more: Any) -> dict[str, Any]:
    line = {"sitting": sitting, "number": number, "at": "2026-11-27T20:01:00+00:00", "seat": 1}
    stands = {"words": {"move": "throw"}, "turn": 2, "scores": [30, 20], "end": None}
    return {**line, **stands, **more}


def tell_lines(
    database: Database, table: str, first: int, *lines: Mapping[str, Any], book: int = 1
) -> Any:
    return tell(database, table, "moves", book=book, first=first, lines=lines, check="00000000")


def a_night(database: Database) -> None:
    """Let two tables tell of a game each, with the same players' names."""
    for table in ("table-1", "table-2"):
        tell(database, table, "players", players={ANA: "Ana", BOB: "Bob <b>"})
        tell_lines(database, table, 1, opening(1), move(1, 1, end=END))
        health = {"is": "here", "game": "yacht", "seats": 2, "turn": 1, "scores": [30, 20]}
        tell(database, table, "health", **health)

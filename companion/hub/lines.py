"""The moves of a table's game as its page shows them: as the table's own pages do, in the reader's
language."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from companion.hub.database import Database
from companion.hub.messages import Said
from companion.table.hub.topics import MARKED
from web.pages.language import catalogue
from web.pages.wording import text

MOST: Final = 30
"""Most moves on a page: what one wants to look up after a dispute, and little to draw again."""
OTHER: Final = "move.other"

NameOf = Callable[[int], str]
"""Returns how a seat is called on the page, by its number."""


@dataclass(frozen=True)
class MoveShown:
    """A move that stands: the seat's name, "" if it is nobody's move, and what is said of it."""

    name: str
    told: str


def last_moves(database: Database, table: str) -> list[Said]:
    """Return what is shown of the last moves of a table's game, the latest first."""
    rows = database.execute(
        "select said from moves where table_name = %s and said is not null and sitting ="
        " (select max(number) from sittings where table_name = %s) order by number desc limit %s",
        (table, table, MOST),
    )
    return [msgspec.json.decode(row[0], type=Said) for row in rows]


def shown(said: Said, language: str, name_of: NameOf) -> MoveShown:
    """Return a move in words; of one that only a newer version knows, its code."""
    params = {name: _named(value, name_of) for name, value in said.params.items()}
    name = "" if said.seat is None else name_of(said.seat)
    if said.code in catalogue(language):
        return MoveShown(name, text(language, said.code, params))
    kind: Mapping[str, str] = {"kind": said.code.rpartition(".")[2]}
    return MoveShown(name, text(language, OTHER, kind))


def _named(value: str | int | float, name_of: NameOf) -> str | int | float:
    return MARKED.sub(partial(_name, name_of), value) if isinstance(value, str) else value


def _name(name_of: NameOf, mark: re.Match[str]) -> str:
    return name_of(int(mark[1]))

"""Where on the broker a table tells the hub, and where the hub says what it has stored.

The name of the table stands in every address: the broker lets a table write to its own alone
(``docs/many-tables.md``), so that none can speak for another.
"""

import re
from dataclasses import dataclass
from typing import Final

ROOT: Final = "table-companion-hub"
VERSION: Final = 1
"""The form of every message, as its ``v``: raised only for what earlier hubs would misread. New keys do
not raise it."""
MARK: Final = "{{{}}}"
"""Stands for the name of a seat, by its number, in what a move's line says: ``{1}``."""
MARKED: Final = re.compile(re.escape(MARK.format("N")).replace("N", "([0-9]+)"))
MOST_RESAID: Final = 500
"""Most earlier lines that one move may change: of more, the last ones are told."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
"""A table's name: nothing that MQTT reads as a pattern or a level."""


@dataclass(frozen=True)
class HubTopics:
    """One table's topics. ``table``: its name, as the broker knows it."""

    table: str

    @property
    def moves(self) -> str:
        """Moves, in order, each sent until it is stored. The broker does not keep them."""
        return f"{ROOT}/tables/{self.table}/moves"

    @property
    def health(self) -> str:
        """How the table is and how its game stands now; the broker keeps the last."""
        return f"{ROOT}/tables/{self.table}/health"

    @property
    def players(self) -> str:
        """Who plays there, if the players agreed to that; the broker keeps the last."""
        return f"{ROOT}/tables/{self.table}/players"

    @property
    def told(self) -> str:
        """Up to which number the hub has stored the moves; the broker keeps the last."""
        return f"{ROOT}/told/{self.table}"

    @property
    def kept(self) -> tuple[str, ...]:
        """Those of which the broker keeps the last message."""
        return self.health, self.players, self.told

"""How the table is, for who looks after the whole room: whose turn, the score, whether it needs help."""

from typing import Final

from companion.table.home.told import ASKS
from companion.table.hub.topics import VERSION
from companion.table.shapes.state import StateShape
from companion.table.shapes.values import as_text

HERE, GONE = "here", "gone"
OWN: Final = "hub"
"""The part that tells the hub: it cannot tell its own fault there."""
QUIET: Final = frozenset({OWN, "clock", "deal", "journal", "pin"})
"""Parts whose faults are for the table alone: somebody chose that, the table has mended it itself, or
the hub is out of reach."""


def health_told(state: StateShape) -> str:
    """Return how the table is; ``state`` is everybody's. No name is in it."""
    seats, scores = state["seats"], state["scores"]
    mover, proposal = state["to_move"], state["proposal"]
    return as_text(
        {
            "v": VERSION,
            "is": HERE,
            "game": state["game"],
            "seats": len(seats),
            "turn": None if mover is None else seats.index(mover) + 1,
            "scores": None if scores is None else [scores.get(name) for name in seats],
            "ended": state["outcome"] is not None,
            "asks": proposal is not None and proposal["kind"] in ASKS,
            "faults": sorted(
                [one["part"], one["text"]["code"]] for one in state["faults"] if one["part"] not in QUIET
            ),
        }
    )


def gone_told() -> str:
    """Return what the broker says of a table that it has lost."""
    return as_text({"v": VERSION, "is": GONE})

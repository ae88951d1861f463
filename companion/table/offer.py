"""What the table means to do next, shown for a moment in which a tap can stop it."""

from dataclasses import dataclass
from typing import Any

from companion.errors import IllegalMove
from companion.table.lines import text
from companion.table.plays.verdict import Choice, Proposal
from companion.table.shapes import ProposalShape

MOMENT_S = 1.5
"""Seconds that a proposed move is visible before it is accepted: long enough to press *No*."""


@dataclass(frozen=True)
class Offer:
    """A proposal on the table since ``made_at``, in seconds of the table's clock.

    ``frame`` is the picture it was read from, ``seen_at`` when that was taken.
    """

    id: str
    proposal: Proposal[Any]
    made_at: float
    frame: int
    seen_at: float

    @property
    def due(self) -> float | None:
        """When its moment is over and it is accepted; None where it waits for an answer."""
        return self.made_at + MOMENT_S if self.proposal.kind == "move" else None

    def choice(self, wanted: str) -> Choice[Any]:
        """Return the choice of that id; ``accept`` is the first. Raises IllegalMove."""
        for choice in self.proposal.choices:
            if wanted in (choice.id, "accept"):
                return choice
        raise IllegalMove(f"{wanted!r} is no answer to this question", hint="Take one of its choices.")

    def shape(self, now: float) -> ProposalShape:
        """Return the offer as it leaves the table."""
        proposal = self.proposal
        first = proposal.choices[0].moves if proposal.choices else ()
        left = None if self.due is None else self.due - now
        return {
            "id": self.id,
            "kind": proposal.kind,
            "text": text(proposal.say),
            "moves": list(first),
            "choices": [
                {"id": choice.id, "text": text(choice.say), "moves": list(choice.moves)}
                for choice in proposal.choices
            ],
            "closes_in_s": None if left is None else max(0.0, round(left, 2)),
            "frame": self.frame,
        }

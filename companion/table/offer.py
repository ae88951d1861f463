"""What the table means to do next, shown for a moment in which a tap can stop it."""

from dataclasses import dataclass

from companion.errors import IllegalMove
from companion.table.lines import text
from companion.table.referees.referee import Choice, Proposal
from companion.table.shapes import ProposalShape

MOMENT_S = 1.5
"""So long a proposed move is visible before it is accepted."""


@dataclass(frozen=True)
class Offer:
    """A proposal on the table since ``made_at``; ``frame`` is the picture it was read from."""

    id: str
    proposal: Proposal
    made_at: float
    frame: int

    def due(self, now: float) -> bool:
        """Tell whether its moment is over and it is to be accepted."""
        return self.proposal.kind == "move" and now >= self.made_at + MOMENT_S

    def choice(self, wanted: str) -> Choice:
        """Return the choice of that id; ``accept`` is the first. Raises IllegalMove."""
        for choice in self.proposal.choices:
            if wanted in (choice.id, "accept"):
                return choice
        raise IllegalMove(f"{wanted!r} is no answer to this question", hint="Take one of its choices.")

    def shape(self, now: float) -> ProposalShape:
        """Return the offer as it leaves the table."""
        proposal = self.proposal
        first = proposal.choices[0].moves if proposal.choices else ()
        left = self.made_at + MOMENT_S - now if proposal.kind == "move" else None
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

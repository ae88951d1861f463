"""A move that the table is about to make, shown for a moment in which a tap can stop it."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from companion.errors import IllegalMove
from companion.table.hooks.verdict import MOMENT_S, Choice, Proposal, Say, text
from companion.table.shapes.moves import ProposalShape
from companion.table.shapes.values import JsonObject
from companion.table.sight.seen import seen_dice

AGAIN = "again"
"""The id of the choice that lets the referee look at the last readings again."""


def as_question(proposal: Proposal[Any]) -> Proposal[Any]:
    """Return a refused proposal as a question; a refused move gets a wording of its own."""
    say = Say("ask.what_then") if proposal.kind == "move" else proposal.say
    return replace(proposal, kind="question", say=say)


@dataclass(frozen=True)
class Offer:
    """A proposal on the table since ``made_at``, in seconds of the table's clock.

    ``frame`` is the picture it was read from, ``size_px`` its size, ``seen_at`` when it was taken.
    ``moment_s``: how long it is visible before it is accepted. ``held_s``: the rest of its moment when
    something began to move; None while it runs.
    """

    id: str
    proposal: Proposal[Any]
    made_at: float
    frame: int
    seen_at: float
    size_px: tuple[int, int] = (1, 1)
    moment_s: float = MOMENT_S
    held_s: float | None = None

    @property
    def due(self) -> float | None:
        """When its moment is over and it is accepted; None if it waits for an answer or another look."""
        if self.proposal.kind != "move" or self.held_s is not None:
            return None
        return self.made_at + self.moment_s

    @property
    def is_asked(self) -> bool:
        """Whether it says or asks something of the last reading."""
        return self.proposal.kind != "pending"

    @property
    def is_being_put_right(self) -> bool:
        """Whether a refused move is waiting to be corrected, or to be read again."""
        proposal = self.proposal
        return proposal.kind == "correction" or any(choice.id == AGAIN for choice in proposal.choices)

    def held(self, now: float) -> "Offer":
        """Return the offer with its moment stopped, if it runs."""
        return self if self.due is None else replace(self, held_s=max(0.0, self.due - now))

    def going_on(self, now: float) -> "Offer":
        """Return the offer with its moment running on, if it was held."""
        if self.held_s is None:
            return self
        return replace(self, made_at=now + self.held_s - self.moment_s, held_s=None)

    def choice(self, wanted: str) -> Choice[Any]:
        """Return the choice of that id; ``accept`` is the first. Raises IllegalMove."""
        for choice in self.proposal.choices:
            if wanted in (choice.id, "accept"):
                return choice
        raise IllegalMove(f"{wanted!r} is no answer to this question", hint="Take one of its choices.")

    def still_asks(self, proposal: Proposal[Any]) -> bool:
        """Tell whether a newer reading's proposal asks the same as this one, with the same answers.

        It then stays the same question: an answer on its way still counts. The most likely answer may
        change with every reading.
        """
        old = self.proposal
        alike = old.kind == proposal.kind != "move" and old.say.code == proposal.say.code
        return alike and _answers(old) == _answers(proposal)

    def in_order(self, proposal: Proposal[Any]) -> Proposal[Any]:
        """Return a proposal that ``still_asks`` the same with its choices in this one's order.

        No button changes its place under a finger.
        """
        places = {choice.id: place for place, choice in enumerate(self.proposal.choices)}
        choices = sorted(proposal.choices, key=lambda choice: places[choice.id])
        return replace(proposal, choices=tuple(choices))

    def refused(self, memory: Any) -> "Offer":
        """Return the question that follows a person's "this is wrong".

        Dice that were read are corrected one by one. Any other error is corrected by hand, or the table
        is read again. ``memory`` is the game's present memory of the table.
        """
        proposal = self.proposal
        if proposal.kind != "correction" and any(choice.dice for choice in proposal.choices):
            wrong = replace(proposal, kind="correction", say=Say("correct.reading"))
        elif proposal.kind == "move":
            wrong = as_question(proposal)
        else:
            again = Choice(AGAIN, Say("refused.read_again"), (), memory)
            wrong = Proposal("pending", Say("refused.nothing"), (again,))
        return replace(self, id=uuid4().hex, proposal=wrong)

    def shape(self, now: float) -> ProposalShape:
        """Return the offer as it leaves the table."""
        proposal = self.proposal
        first = proposal.choices[0].moves if proposal.choices else ()
        left = self.held_s if self.due is None else self.due - now
        return {
            "id": self.id,
            "kind": proposal.kind,
            "text": text(proposal.say),
            "moves": list(first),
            "choices": [
                {
                    "id": choice.id,
                    "text": text(choice.say),
                    "moves": list(choice.moves),
                    "dice": seen_dice(choice.dice, self.size_px),
                }
                for choice in proposal.choices
            ],
            "closes_in_s": None if left is None else max(0.0, round(left, 2)),
            "frame": self.frame,
        }


def _answers(proposal: Proposal[Any]) -> dict[str, tuple[JsonObject, ...]]:
    return {choice.id: choice.moves for choice in proposal.choices}

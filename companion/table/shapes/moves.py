"""What is proposed, and the moves that were made."""

from typing import Literal, TypedDict

from companion.table.shapes.seen import SeenDie
from companion.table.shapes.values import JsonObject, Text


class ChoiceShape(TypedDict):
    """One answer to a question, or one way to correct: chosen by its ``id``.

    ``dice`` are those named by the last move's ``faces``, in the same order: they can be corrected one
    by one. Empty if it names none that were read.
    """

    id: str
    text: Text
    moves: list[JsonObject]
    dice: list[SeenDie]


class ProposalShape(TypedDict):
    """A move that the table is about to make, or a question.

    ``kind`` "move": it will be accepted by itself in ``closes_in_s`` seconds unless stopped; "question":
    it waits for an answer, likely choices first; "pending": nothing happens by itself, the choices are
    the possible moves with the pieces lying there (stopping now, for example); "correction": it waits
    until the dice of the first choice with dice are corrected, or until it is stopped.
    """

    id: str
    kind: Literal["move", "question", "pending", "correction"]
    text: Text
    moves: list[JsonObject]
    choices: list[ChoiceShape]
    closes_in_s: float | None
    frame: int | None


class HistoryLine(TypedDict):
    """One accepted move, as players read it. ``number`` counts from 1; ``undone``: taken back.

    ``at``: when it happened; ``by``: a reading, a tap, a key of the box, the table's clock, or a rule.
    """

    number: int
    seat: str | None
    text: Text
    move: JsonObject
    at: str
    by: Literal["camera", "tap", "box", "clock", "rule"]
    undone: bool
    corrected: bool

"""The table's reasoning about hands, look by look, written down.

A line holds what was known before a look, the look, each hypothesis after it with its acts and its
probability, and the decision. It holds no picture; games with secrets are left out.
"""

from collections.abc import Callable
from typing import Any

from companion.table.hooks.verdict import JsonObject
from companion.table.sitting.sitting import Sitting
from companion.table.sitting.weighing import Situation
from companion.table.tracking.beam import Beam
from companion.table.tracking.decide import Decision, decided
from companion.table.tracking.world import Hypothesis
from vision.piece import DieTop, Look, Piece, dice_look
from vision.readings.dice import DiceReading


class Explainer:
    """Writes down each look that is weighed; ``write`` takes the lines."""

    def __init__(self, write: Callable[[JsonObject], None]) -> None:
        self._write = write
        self._told: tuple[int | None, int] = None, 0
        """The last sitting that was written about, and the number of its moves then."""

    def __call__(self, asked: Situation) -> None:
        """Write the reasoning about a look, if the game tracks its pieces."""
        sitting, reading = asked.sitting, asked.seen.readings.get("dice")
        if not isinstance(sitting.memory, Beam) or not isinstance(reading, DiceReading):
            return
        tells = sitting.play.tells(sitting.position, rolled=reading.rolled)
        look = dice_look(reading)
        if tells is None or look == sitting.memory.last:
            return
        after = sitting.memory.seen(look, tells)
        self._write(
            {
                **self._game(sitting),
                "rolled": reading.rolled,
                "before": sitting.memory.to_json(),
                "look": words_of(look),
                "hypotheses": [_thought(one) for one in after.hypotheses],
                **_words(decided(after, tells)),
            }
        )

    def _game(self, sitting: Sitting) -> JsonObject:
        """Return the part of the game that was not written yet."""
        number, count = self._told
        is_new = number != sitting.number
        first = {"first_line": sitting.first_line()} if is_new else {}
        moves = [event.words for event in sitting.events[0 if is_new else count :]]
        self._told = sitting.number, len(sitting.events)
        return {**first, "moves": moves}


def _thought(one: Hypothesis) -> JsonObject:
    """Return the useful part of a hypothesis; its pieces' places are in the look."""
    return {key: getattr(one, key) for key in ("weight", "acts", "moves", "due", "known")}


def _words(decision: Decision) -> JsonObject:
    found = [{"moves": one.best.moves, "chance": round(one.chance, 6)} for one in decision.meanings]
    rest = {"same": round(decision.same, 6), "unknown": round(decision.unknown, 6)}
    return {"decided": decision.kind, "meanings": found, **rest}


ROUNDED = 4
"""Decimal places that are written: more than the accuracy of places."""


def words_of(look: Look[DieTop]) -> dict[str, Any]:
    """Write a look at dice."""
    return {
        "pieces": [_piece_words(piece) for piece in look.pieces],
        "contacts": [[*contact.pieces, contact.chance] for contact in look.contacts],
        "unjudged": [[part.why, *part.box_px] for part in look.unjudged],
        "covered": look.covered,
        "is_blind": look.is_blind,
    }


def _piece_words(piece: Piece[DieTop]) -> dict[str, Any]:
    place = piece.place
    return {
        "at_px": [round(one, ROUNDED) for one in place.centre_px],
        "size_px": round(place.size_px, ROUNDED),
        "angle_deg": place.angle_deg,
        "at_mm": None if place.centre_mm is None else [round(one, ROUNDED) for one in place.centre_mm],
        "angle_mm_deg": place.angle_mm_deg,
        "may_be": [[one.label, one.chance] for one in piece.candidates],
        "there": piece.there,
        "sure": piece.sure,
        "number": piece.own.number,
        "cut_off": piece.own.cut_off,
    }

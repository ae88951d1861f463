"""What the table wrote of its looks, weighed once more without a camera."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.table.hooks.position import Position
from companion.table.hooks.verdict import JsonObject
from companion.table.hooks.weighing import Weighs
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Event
from companion.table.tracking.beam import Beam, Tells
from companion.table.tracking.decide import Decision, decided
from vision.piece import Candidate, Contact, DieTop, Look, Piece, Place
from vision.readings.places import BoxPx, PointMm, PointPx
from vision.readings.reading import Unjudged


def weigh_again(lines: Iterable[JsonObject]) -> Iterator[tuple[JsonObject, Decision]]:
    """Weigh every written look once more; yield each line, and what is decided now.

    Raises ``CompanionError``, LookupError, TypeError, ValueError for lines of any other kind.
    """
    sitting: Sitting | None = None
    for line in lines:
        if "first_line" in line:
            sitting = Sitting.begin(1, line["first_line"])
        if sitting is None:
            raise ValueError("the first line does not say what is played")
        events = [Event("", words, "camera", "") for words in line["moves"]]
        sitting = sitting.after(events, None)
        tells = _tells(sitting.play, sitting.position, line)
        after = Beam.from_json(line["before"]).seen(look_of(line["look"]), tells)
        yield line, decided(after, tells)


def _tells(play: Weighs[Any, Any], position: Position[Any], line: JsonObject) -> Tells:
    tells = play.tells(position, rolled=bool(line["rolled"]))
    if tells is None:
        raise ValueError("this game tracks no pieces")
    return tells


def look_of(words: dict[str, Any]) -> Look[DieTop]:
    """Read a look at dice. Raises LookupError, TypeError, ValueError."""
    return Look(
        tuple(_piece(piece) for piece in words["pieces"]),
        tuple(Contact((one, other), chance) for one, other, chance in words["contacts"]),
        tuple(Unjudged(why, BoxPx(*box)) for why, *box in words["unjudged"]),
        words["covered"],
        words["is_blind"],
    )


def _piece(words: dict[str, Any]) -> Piece[DieTop]:
    mm, number = words["at_mm"], words["number"]
    place = Place(
        PointPx(*words["at_px"]),
        words["size_px"],
        words["angle_deg"],
        None if mm is None else PointMm(*mm),
        words["angle_mm_deg"],
    )
    may_be = tuple(Candidate(label, chance) for label, chance in words["may_be"])
    own = DieTop(number, words["cut_off"])
    return Piece(place, may_be, words["there"], words["sure"], own, read=number is not None)

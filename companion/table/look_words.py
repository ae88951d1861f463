"""A look as text: how it is written down, and read again without a camera."""

from typing import Any

from vision.piece import Candidate, Contact, DieTop, Look, Piece, Place
from vision.readings.places import BoxPx, PointMm, PointPx
from vision.readings.reading import Unjudged

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


def look_of(words: dict[str, Any]) -> Look[DieTop]:
    """Read a look at dice. Raises LookupError, TypeError, ValueError."""
    return Look(
        tuple(_piece(piece) for piece in words["pieces"]),
        tuple(Contact((one, other), chance) for one, other, chance in words["contacts"]),
        tuple(Unjudged(why, BoxPx(*box)) for why, *box in words["unjudged"]),
        words["covered"],
        words["is_blind"],
    )


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

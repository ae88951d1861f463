"""A look as text: how it is written down."""

from typing import Any

from vision.piece import DieTop, Look, Piece

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

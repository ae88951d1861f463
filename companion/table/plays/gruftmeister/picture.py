"""The stones as they were read, for the page to draw over the camera's picture."""

from companion.table.hooks.verdict import JsonObject, Say, place_of, text
from companion.table.plays.gruftmeister.words import face_of
from vision.readings.tokens import Token, TokenReading


def drawn(reading: TokenReading) -> JsonObject:
    """Return each stone's face, its centre in fractions of the picture, its diameter in widths of it,
    and whether it is sure; and ``text``, what was read in words."""
    return {
        "text": text(Say("gruftmeister.reading", {"count": len(reading.tokens)})),
        "stones": [_stone(token, reading.size_px) for token in reading.tokens],
    }


def _stone(token: Token, size_px: tuple[int, int]) -> JsonObject:
    return {
        "face": face_of(token.label),
        "centre": list(place_of(token.centre_px, size_px)),
        "diameter": round(token.size_px / size_px[0], 5),
        "sure": token.sure,
    }

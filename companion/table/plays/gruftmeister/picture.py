"""The stones as they were read, for the page to draw over the camera's picture."""

from companion.table.hooks.verdict import JsonObject
from companion.table.plays.gruftmeister.words import face_of
from vision.readings.tokens import Token, TokenReading


def drawn(reading: TokenReading) -> JsonObject:
    """Return each stone's face, its centre in fractions of the picture, its diameter in widths of it,
    and whether it is sure; and ``text``, what was read in words."""
    count: dict[str, int] = {"count": len(reading.tokens)}
    return {
        "text": {"code": "gruftmeister.reading", "params": count},
        "stones": [_stone(token, reading.size_px) for token in reading.tokens],
    }


def _stone(token: Token, size_px: tuple[int, int]) -> JsonObject:
    width, height = size_px
    return {
        "face": face_of(token.label),
        "centre": [round(token.centre_px.x / width, 5), round(token.centre_px.y / height, 5)],
        "diameter": round(token.size_px / width, 5),
        "sure": token.sure,
    }

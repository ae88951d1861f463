"""Values that all shapes are made of."""

import json
from typing import Any, NotRequired, TypedDict

JsonObject = dict[str, Any]


def as_text(value: JsonObject) -> str:
    """Return an object as it is written down, and sent."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Text(TypedDict):
    """A message for a person: a catalogue code and its parameters.

    ``places``: where the pieces concerned lie, to be marked on the picture, as fractions 0…1 of its
    width and height. Left out if no piece in particular is concerned.
    """

    code: str
    params: dict[str, str | int | float]
    places: NotRequired[list[tuple[float, float]]]


class MarkShape(TypedDict):
    """A player's mark at the table: a colour and a sign, each counted from 1."""

    colour: int
    sign: int

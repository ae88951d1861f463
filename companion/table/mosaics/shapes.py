"""The shapes of boards of parts that leave the table, as JSON."""

from typing import TypedDict

from companion.table.shapes.values import JsonObject
from companion.table.teaching.shapes import Place


class MosaicShape(TypedDict):
    """A board that was taught, or is. ``data``: what its game's option takes, null until it is whole;
    ``faults``: what keeps it from being so, once all parts are there."""

    name: str
    game: str
    fields: int
    parts: dict[str, list[str]]
    counts: dict[str, dict[str, int]]
    layout: list[list[str]]
    data: JsonObject | None
    faults: list[str]


class MosaicTerms(TypedDict):
    """What a game says of its board: how many parts, how they lie, what is drawn and laid there."""

    option: str
    parts: int
    columns: int
    rows: int
    fields: int
    legend: dict[str, str]
    counts: dict[str, dict[str, int]]


class MosaicPicture(TypedDict):
    """The picture that is looked at. ``number`` grows with each; ``corners``: proposed, clockwise, until
    it is ``drawing``, what its fields and walls may be: then it is straight. ``part``: which it was."""

    number: int
    corners: list[Place]
    drawing: list[str] | None
    part: str | None


class MosaicsShape(TypedDict):
    """All boards of parts; ``open``: the name of the one that is taught; ``unsure``: places, row by row,
    at which it was not surely seen what lies there."""

    games: dict[str, MosaicTerms]
    boards: list[MosaicShape]
    open: str | None
    picture: MosaicPicture | None
    unsure: list[tuple[int, int]]

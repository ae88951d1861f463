"""Players, standings, and the end of a game."""

from typing import TypedDict

from companion.table.shapes.values import JsonObject, Text


class PlacedShape(TypedDict):
    """A player's place in a game; ``score`` is null if the game has no scores."""

    name: str
    rank: int
    score: int | None
    won: bool


class HighlightShape(TypedDict):
    """A highlight of a game; ``name``: who did it, null if nobody in particular."""

    name: str | None
    text: Text


class StandingShape(TypedDict):
    """A player's place over several games; ``beaten``: how many others finished behind, in all of
    them."""

    name: str
    rank: int
    wins: int
    games: int
    beaten: int


class EveningSoFar(TypedDict):
    """The evening that a game belongs to; ``games``: its games that were played to their end."""

    number: int
    games: int
    standings: list[StandingShape]


class EndShape(TypedDict):
    """How the game ended. ``picture``: the address of the winning city's or board's picture; it and
    ``why`` are null if there is none. ``highlights``: the best first. ``minutes``: without the
    breaks."""

    ranking: list[PlacedShape]
    why: Text | None
    highlights: list[HighlightShape]
    minutes: float
    moves: int
    picture: str | None
    evening: EveningSoFar


class GameShape(TypedDict):
    """A past game. ``ranking`` is empty if the game was left before its end; ``nameless``: the seats of
    those without an entry; ``picture``: whether there is one of the winning city or board."""

    sitting: int
    game: str
    seats: list[str]
    nameless: list[str]
    opened_at: str
    minutes: float
    moves: int
    ranking: list[PlacedShape]
    why: Text | None
    highlights: list[HighlightShape]
    picture: bool


class EveningShape(TypedDict):
    """An evening: its games, the first one first, and the standings after them."""

    number: int
    began_at: str
    games: list[GameShape]
    standings: list[StandingShape]


class PlayerShape(TypedDict):
    """A player, kept over evenings. The ``id`` never changes."""

    id: str
    name: str
    colour: int
    sign: int


class EveningsShape(TypedDict):
    """Players, the standings of all evenings, and the last evenings, latest first; ``earlier`` more can
    be fetched with ``before``. ``untold``: whether the story of some games is still missing."""

    players: list[PlayerShape]
    standings: list[StandingShape]
    evenings: list[EveningShape]
    earlier: int
    untold: bool


class LastGameShape(TypedDict):
    """How a game was last begun; ``last``: who finished last, if it was played to its end."""

    game: str
    seats: list[str]
    nameless: list[str]
    options: JsonObject
    last: list[str]

"""The board before the first round: 72 gems read, and what is not sure asked hole by hole.

Twelve of each colour are a check: where they do not come out the table asks, and never puts a colour
right by itself. Gems that are not sure are taken as they were read where they all look like one colour,
and the others are surely twelve of each: under coloured light all gems of a colour may be doubted.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.ubongo.components import GEMS_OF_A_COLOUR, Colour
from companion.games.ubongo.gems import LaidGems, whole_board
from companion.table.hooks.verdict import Choice, JsonObject, Proposal, Say, Verdict
from companion.table.plays.ubongo.gem_picture import ALL_HOLES, GemPicture, Hole, HoleLook
from companion.table.plays.ubongo.memory import Memory

MOST_GEMS: Final = 6
"""Most gems that are offered if the colours do not come out."""


def laid_out(laid: LaidGems, memory: Memory, picture: GemPicture) -> Verdict[Memory]:
    """Say what lies on the board, or ask for one gem of it. ``laid``: what was told so far."""
    to_read = [hole for hole in ALL_HOLES if laid[hole.row][hole.hole] is None]
    looks = {hole: picture.looks[hole] for hole in to_read}
    if hidden := [hole for hole in to_read if looks[hole].is_hidden]:
        return Verdict(memory, notice=_of("ubongo.referee.hidden", hidden, picture))
    if bare := [hole for hole in to_read if not looks[hole].colours]:
        return Verdict(memory, notice=_of("ubongo.referee.bare", bare, picture))
    read = {hole: looks[hole].colours[0] for hole in to_read}
    rows = tuple(
        tuple(told or read[Hole(row, hole)] for hole, told in enumerate(laid[row]))
        for row in dict.fromkeys(hole.row for hole in ALL_HOLES)
    )
    unsure = [hole for hole in to_read if looks[hole].sure_colour is None]
    if unsure and (
        whole_board(rows) is None or not _are_of_one_colour([looks[hole] for hole in unsure])
    ):
        return _ask(unsure, memory, picture)
    return _whole(rows, read, memory, picture)


def _are_of_one_colour(unsure: list[HoleLook]) -> bool:
    """Tell whether there are gems in all these holes, and each looks most like one and the same colour.

    No other colours for these holes make twelve of each then.
    """
    colours = {look.colours[0] for look in unsure}
    return len(colours) == 1 and not any(look.may_be_bare for look in unsure)


def _ask(unsure: list[Hole], memory: Memory, picture: GemPicture) -> Verdict[Memory]:
    """Ask what the first gem is that is not sure, likely colours first."""
    hole = unsure[0]
    params = {"row": hole.row + 1, "hole": hole.hole + 1, "left": len(unsure)}
    say = Say("ubongo.referee.which_gem", params, picture.places([hole]))
    choices = tuple(_name(hole, colour, memory, picture) for colour in picture.looks[hole].colours)
    return Verdict(memory, Proposal("question", say, choices))


def _whole(
    rows: tuple[tuple[Colour, ...], ...], read: dict[Hole, Colour], memory: Memory, picture: GemPicture
) -> Verdict[Memory]:
    board = whole_board(rows)
    if board is None:
        return _not_twelve(rows, read, memory, picture)
    words: JsonObject = {"move": "gems", "gems": [[*map(str, row)] for row in board]}
    choice = Choice("gems", Say("ubongo.referee.gems"), (words,), memory)
    return Verdict(memory, Proposal("move", choice.say, (choice,)))


def _not_twelve(
    rows: tuple[tuple[Colour, ...], ...], read: dict[Hole, Colour], memory: Memory, picture: GemPicture
) -> Verdict[Memory]:
    """Say which colour there is too much of, and offer its gems for one there is too little of."""
    counted = Counter(colour for row in rows for colour in row)
    many = [colour for colour in Colour if counted[colour] > GEMS_OF_A_COLOUR]
    few = [colour for colour in Colour if counted[colour] < GEMS_OF_A_COLOUR]
    params: dict[str, str | int | float] = {
        "many": counted[many[0]],
        "many_term": f"ubongo.colour.{many[0]}",
        "few": counted[few[0]],
        "few_term": f"ubongo.colour.{few[0]}",
    }
    holes = [hole for hole, colour in read.items() if colour == many[0]]
    say = Say("ubongo.referee.not_twelve", params, picture.places(holes))
    choices = tuple(_name(hole, few[0], memory, picture) for hole in _doubtful(holes, few[0], picture))
    return Verdict(memory, Proposal("question", say, choices), notice=say)


def _doubtful(holes: list[Hole], colour: Colour, picture: GemPicture) -> Iterator[Hole]:
    """Yield the gems that look most like this colour, though they were read as another."""
    yield from sorted(holes, key=lambda hole: -picture.likeness(hole, colour))[:MOST_GEMS]


def _name(hole: Hole, colour: Colour, memory: Memory, picture: GemPicture) -> Choice[Memory]:
    words: JsonObject = {"move": "gem", "row": hole.row, "hole": hole.hole, "gem": str(colour)}
    return Choice(
        f"gem-{hole.row}-{hole.hole}-{colour}", say_gem(hole, colour, picture), (words,), memory
    )


def say_gem(hole: Hole, colour: Colour, picture: GemPicture) -> Say:
    """Say which colour a gem has."""
    params: dict[str, str | int | float] = {
        "row": hole.row + 1,
        "hole": hole.hole + 1,
        "term": f"ubongo.colour.{colour}",
    }
    return Say("ubongo.referee.gem", params, picture.places([hole]))


def _of(code: str, holes: list[Hole], picture: GemPicture) -> Say:
    return Say(code, {"count": len(holes)}, picture.places(holes))

"""Dice on a table with tokens: anything read with certainty as a token, or lying on their board, is not
a die.

Clear gems and printed holes look like possible dice to the dice reader: it is never sure of them, and
asks. The tokens' reader of the same picture knows better.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import dist
from typing import Final

from vision.dice.grids import among
from vision.readings.dice import DiceReading, Doubt, DoubtKind
from vision.readings.outlines import Outline
from vision.readings.places import PointPx
from vision.readings.tokens import TokenReading

_SAME_PLACE: Final = 0.8
"""Distance, in the token's diameters, within which a die's centre belongs to that token."""
_WORDS: Final[dict[DoubtKind, str]] = {
    "which_face": "die",
    "cut_off": "cut_off",
    "may_be_missed": "maybe_missed",
    "may_be_a_die": "maybe_extra",
    "touching_or_not": "grid",
}


def dice_beside(
    dice: DiceReading,
    tokens: TokenReading,
    around_cells: tuple[float, float, float, float],
    sheets: Sequence[Outline] = (),
) -> DiceReading:
    """Return a picture's dice without those that are really tokens, or their board.

    ``around_cells``: how far the tokens' board extends beyond the centres of its corner cells: left, up,
    right, down. A sure die is left out only on the board itself, or on one of the ``sheets``: none is
    rolled there.
    """
    board = _outline(tokens, around_cells)
    areas = [*([] if board is None else [board]), *(sheet.corners_px for sheet in sheets)]
    known = [(token.centre_px, _SAME_PLACE * token.size_px) for token in tokens.tokens if token.sure]

    def is_there(at: PointPx, *, sure: bool) -> bool:
        if any(lies_within(at, area) for area in areas):
            return False
        return sure or all(dist(at, place) > reach for place, reach in known)

    kept = [n for n, die in enumerate(dice.dice) if is_there(die.centre_px, sure=die.sure)]
    return _only(dice, kept, lambda doubt: is_there(doubt.centre_px, sure=False))


def the_one_sure(dice: DiceReading) -> DiceReading:
    """Return the dice of a table with a single die: once it is read with certainty, other candidates are
    not dice.

    Doubts about that die itself stay.
    """
    sure = [n for n, die in enumerate(dice.dice) if die.sure]
    return _only(dice, sure, lambda _: True) if len(sure) == 1 else dice


def _only(dice: DiceReading, kept: Sequence[int], is_kept: Callable[[Doubt], bool]) -> DiceReading:
    """Return some of the dice, by their numbers, with the doubts about these alone.

    ``is_kept``: whether a doubt that concerns none of the dice stays.
    """
    number = {old: new for new, old in enumerate(kept)}
    doubtful = tuple(
        replace(doubt, dice=tuple(number[n] for n in doubt.dice))
        for doubt in dice.doubtful
        if (doubt.dice and set(doubt.dice) <= number.keys()) or (not doubt.dice and is_kept(doubt))
    )
    if len(kept) == len(dice.dice) and len(doubtful) == len(dice.doubtful):
        return dice
    words = {_WORDS[doubt.kind] for doubt in doubtful}
    return replace(
        among(dice, kept),
        doubtful=doubtful,
        doubts=tuple(word for word in dice.doubts if word in words),
        sure=not doubtful and all(dice.dice[n].sure for n in kept),
    )


Corners = tuple[PointPx, PointPx, PointPx, PointPx]


def _outline(tokens: TokenReading, around: tuple[float, float, float, float]) -> Corners | None:
    """Return the corners of the tokens' board in the picture; None if it is not known."""
    if tokens.grid is None or tokens.corners_px is None:
        return None
    columns, rows = tokens.grid
    left, up, right, down = around
    first, last, top, low = -left, columns - 1 + right, -up, rows - 1 + down
    return (
        tokens.at_px(first, top),
        tokens.at_px(last, top),
        tokens.at_px(last, low),
        tokens.at_px(first, low),
    )


def lies_within(at: PointPx, corners: Corners) -> bool:
    """Tell whether a point lies on the same side of all edges."""
    ends = zip(corners, corners[1:] + corners[:1], strict=True)
    sides = [(b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) for a, b in ends]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)

"""Boxes in a picture, and the pieces that the finder must see to search them."""

from collections.abc import Sequence

from vision.dice.finding.top_faces import Box

CONTEXT_PX = 64
"""Margin around a box that the finder also sees: of 181 things in simulated pictures each was as hot in
a piece as in the whole, within 0.011. With 40 px it was within 0.16."""
MULTIPLE = 32
"""Pieces begin at multiples of this: the network halves the picture four times, and so halves pieces as
it does the whole; with other origins the same die was sometimes half as hot. Their sides are multiples
of it, too, so that the network gets few different sizes."""


def scaled(box: Box, scale: float) -> Box:
    """Return a box in px of a picture this many times as large; each edge at the nearest px."""
    left, top, right, bottom = (round(scale * edge) for edge in box)
    return left, top, right, bottom


def pieces_round(boxes: Sequence[Box], size_wh: tuple[int, int]) -> list[Box]:
    """Return for each box the piece of the picture that shows it with its surroundings."""
    width, height = size_wh
    pieces = []
    for left, top, right, bottom in boxes:
        (x, x_end), (y, y_end) = _stretch(left, right, width), _stretch(top, bottom, height)
        pieces.append((x, y, x_end, y_end))
    return pieces


def _stretch(low: int, high: int, extent: int) -> tuple[int, int]:
    """Return the range that shows ``low`` to ``high``, beginning at a multiple."""
    start = max(0, low - CONTEXT_PX) // MULTIPLE * MULTIPLE
    return start, min(extent, start + -(-(high + CONTEXT_PX - start) // MULTIPLE) * MULTIPLE)


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Return boxes that contain all of these: two are merged if the result is no larger than both."""
    apart: list[Box] = []
    for box in boxes:
        while (other := next((one for one in apart if _is_worth_joining(box, one)), None)) is not None:
            apart.remove(other)
            box = _around_both(box, other)
        apart.append(box)
    return apart


def _is_worth_joining(one: Box, other: Box) -> bool:
    return _area(_around_both(one, other)) <= _area(one) + _area(other)


def _around_both(one: Box, other: Box) -> Box:
    low = min(one[0], other[0]), min(one[1], other[1])
    return *low, max(one[2], other[2]), max(one[3], other[3])


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])

"""Learns from labels which parts lie together as one piece of several cells.

The names of one piece's parts agree up to their last dot (``street.start``, ``street.end``), and they
are turned alike. Two of them are joined if each always had the other beside it on that side: pieces that
were neighbours only by chance were also seen apart.
"""

from collections.abc import Iterable, Iterator

from vision.boards.sets import SIDES, BoardSet, PartsJoin
from vision.manifests.labelled import LabelledBoard
from vision.readings.board import EMPTY
from vision.readings.places import GridCell

Ends = dict[tuple[str, int], set[str | None]]
"""The parts that were seen on a side of a label; None: none."""


def seen_beside(labelled: LabelledBoard) -> Iterator[tuple[str, int, str | None]]:
    """Yield a photograph's labels with each of their sides and the part that lies there, or None."""
    for cell, said in labelled.cells.items():
        if said.label == EMPTY or not _make(said.label):
            continue
        for side, (x, y) in enumerate(SIDES):
            place = GridCell(cell.column + x, cell.row + y)
            if place in labelled.hidden:
                continue
            other = labelled.cells.get(place)
            alike = other is not None and (other.turns or 0) == (said.turns or 0)
            joined = alike and other is not None and _make(other.label) == _make(said.label)
            own_side = (side - (said.turns or 0)) % len(SIDES)
            yield said.label, own_side, other.label if joined and other is not None else None


def learnt_joins(earlier: BoardSet | None, photos: Iterable[LabelledBoard]) -> tuple[PartsJoin, ...]:
    """Return which parts are joined, after an earlier lesson and these photographs."""
    ends = _ends_of(earlier) if earlier is not None and earlier.joins else {}
    for photo in photos:
        for name, side, other in seen_beside(photo):
            ends.setdefault((name, side), set()).add(other)
    return _always(ends)


def _ends_of(earlier: BoardSet) -> Ends:
    """Return what an earlier lesson saw beside each label: unjoined parts count as seen alone."""
    ends: Ends = {}
    for join in earlier.joins:
        ends.setdefault((join.first, join.side), set()).add(join.then)
        ends.setdefault((join.then, (join.side + 2) % 4), set()).add(join.first)
    every = ((label.name, side) for label in earlier.labels for side in range(len(SIDES)))
    return {end: ends.get(end, {None}) for end in every}


def _always(ends: Ends) -> tuple[PartsJoin, ...]:
    """Return the joins in which each part always has the other beside it."""
    joined = {end: others for end, others in ends.items() if others and None not in others}
    while loose := [
        end
        for end, others in joined.items()
        if any(other is None or (other, (end[1] + 2) % 4) not in joined for other in others)
    ]:
        for end in loose:
            del joined[end]
    return tuple(
        PartsJoin(name, other, side)
        for (name, side), others in sorted(joined.items())
        for other in sorted(filter(None, others))
        if side < 2
    )


def _make(label: str) -> str:
    """Return the common beginning of the names of a piece's parts; nothing for a piece of one cell."""
    return label.rpartition(".")[0]

"""The pieces of a world after a look: those that were there before, and those that fell."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.table.tracking.likelihood import Explained
from companion.table.tracking.world import Hypothesis, Lain, view_of
from vision.piece import Look


def stayed(before: Hypothesis, look: Look[Any], told: Explained) -> Iterator[tuple[int | None, Lain]]:
    """Yield the pieces that were there before, with their numbers in the look; None: not seen."""
    for number, old in told.known.items():
        there, was = look.pieces[number], before.pieces[old].place
        place = there.place
        if not there.read and old not in told.moved:  # how it is turned was not read, and is known
            place = replace(place, angle_deg=was.angle_deg, angle_mm_deg=was.angle_mm_deg)
        was_seen = None if old in told.moved else before.pieces[old].view
        view = view_of(there, before.pieces[old].label, was_seen)
        unread = not there.read and (old in told.moved or before.pieces[old].unread)
        yield number, replace(before.pieces[old].seen_at(place), view=view, unread=unread)
    for old, out in told.unseen.items():
        hidden = told.telling.fates[old].hides > 0 and not look.covered
        yield None, replace(before.pieces[old], away=out, hidden=hidden)


def fallen(look: Look[Any], told: Explained) -> list[Lain]:
    """Return the pieces that fell, in the order of the look."""
    seen = ((look.pieces[n], label) for n, label in sorted(told.fresh.items()))
    return [Lain(label, piece.place, view=view_of(piece, label)) for piece, label in seen]

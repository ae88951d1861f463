"""The pieces of a world after a look: those that were there before, and those that fell."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.table.tracking.likelihood import ExplainedLook, Fate
from companion.table.tracking.world import KINDS, Hypothesis, Lain, view_of
from vision.piece import Look, Piece


def stayed(
    before: Hypothesis, look: Look[Any], told: ExplainedLook
) -> Iterator[tuple[int | None, Lain]]:
    """Yield the pieces that were there before, with their numbers in the look; None: not seen."""
    labels = _labels(before, look, told)
    for number, old in told.known.items():
        there, piece = look.pieces[number], before.pieces[old]
        place, was = there.place, piece.place
        if not there.read and old not in told.moved:  # how it is turned was not read, and is known
            place = replace(place, angle_deg=was.angle_deg, angle_mm_deg=was.angle_mm_deg)
        view = view_of(there, labels[old], None if old in told.moved or piece.unread else piece.view)
        unread = not there.read and (old in told.moved or piece.unread)
        now = replace(piece.seen_at(place), label=labels[old], view=view, unread=unread)
        yield number, now
    for old, out in told.unseen.items():
        hidden = told.telling.fates[old].hides > 0 and not look.covered
        yield None, replace(before.pieces[old], label=labels[old], away=out, hidden=hidden)


def _labels(before: Hypothesis, look: Look[Any], told: ExplainedLook) -> list[str]:
    """Return what the pieces are: one that lay there unread is one of those that were away or unread."""
    labels = [piece.label for piece in before.pieces]
    left = [number for number, piece in enumerate(before.pieces) if piece.may_be_another]
    for number, old in told.known.items():
        seen = look.pieces[number]
        if before.pieces[old].unread and seen.read:
            other = next((one for one in left if labels[one] == seen.label), old)
            labels[old], labels[other] = labels[other], labels[old]
            left.remove(old)
    return labels


def fallen(look: Look[Any], told: ExplainedLook) -> list[Lain]:
    """Return the pieces that fell, in the order of the look."""
    seen = ((look.pieces[n], label) for n, label in sorted(told.fresh.items()))
    return [Lain(label, piece.place, view=view_of(piece, label)) for piece, label in seen]


def turned(before: Hypothesis, look: Look[Any], told: ExplainedLook) -> dict[int, Piece[Any]]:
    """Return the pieces that more probably turned over where they lay than were misread, by their
    numbers in the world."""
    seen = {old: look.pieces[number] for number, old in told.known.items()}
    return {
        old: now
        for old, now in seen.items()
        if _is_turned(before.pieces[old], now, told.telling.fates[old])
    }


def turned_up(old: Lain, now: Piece[Any]) -> Lain:
    """Return a piece that shows another label now than it did."""
    return replace(old, label=now.label, view=view_of(now, now.label))


def _is_turned(old: Lain, now: Piece[Any], fate: Fate) -> bool:
    return now.label != old.label and now.chance(old.label, KINDS) < fate.turns / KINDS

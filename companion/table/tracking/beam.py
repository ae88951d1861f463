"""The hypotheses that are kept: weighed by each look, merged where they come to the same, and few."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, log
from typing import Any, Protocol

from companion.table.storage.codec import as_json, from_json
from companion.table.tracking.likelihood import FAR, ExplainedLook, LookExplainer, Telling, total
from companion.table.tracking.rates import RATES, Rates
from companion.table.tracking.world import Hypothesis, Lain
from vision.piece import Look

MOST = 12
"""So many hypotheses are kept at most, and the best of each meaning besides."""
LEAST = 1e-6
"""One less probable than this is given up."""
VERSION = 4
"""Of what is kept. What another version wrote is let go: the next look begins anew."""

SAME, UNKNOWN = "same", "unknown"
"""What hypotheses mean that make no move, and those of which nobody knows which."""


class Tells(Protocol):
    """What a game tells of its pieces."""

    @property
    def alike_deg(self) -> Mapping[str, float]:
        """After what turn each label looks the same again."""

    @property
    def size_mm(self) -> float:
        """The size of a piece."""

    def tellings(self, one: Hypothesis, look: Look[Any]) -> Iterable[Telling]:
        """Yield what may have happened since, if a hypothesis is true."""

    def after(self, one: Hypothesis, look: Look[Any], told: ExplainedLook) -> Iterable[Hypothesis]:
        """Yield what a hypothesis becomes by one explanation; none where the rules refuse it."""

    def key(self, moves: Sequence[dict[str, Any]]) -> Hashable:
        """Return what these moves do to the game, however they are told; None where it refuses them."""


@dataclass(frozen=True)
class Beam:
    """What is known of the table.

    ``last``: the look that was weighed last; it is not kept on disk. ``doubted``: what lies there was
    taken back by a person: as long as it does it is offered, and never taken for it by itself.
    """

    hypotheses: tuple[Hypothesis, ...] = (Hypothesis(),)
    last: Look[Any] | None = None
    doubted: bool = False

    @property
    def best(self) -> Hypothesis:
        """The likeliest hypothesis."""
        return self.hypotheses[0]

    def seen(self, look: Look[Any], tells: Tells, rates: Rates = RATES) -> "Beam":
        """Return what is known with one more look; the same one again tells nothing new."""
        if look == self.last:
            return self
        told = _told(self.hypotheses, look, tells, rates)
        kept = pruned(_after(told, look, tells), tells)
        return Beam(tuple(kept), look) if kept else replace(self, last=look)

    def given(self, moves: Sequence[dict[str, Any]], tells: Tells) -> "Beam":
        """Return what is known once these moves were made: hypotheses that hold others are gone.

        Where none is left, the likeliest world is, of which nothing more is known.
        """
        goal = tells.key(moves) if moves else SAME
        found = [rest for one in self.hypotheses if (rest := _beyond(one, goal, tells)) is not None]
        if not found:
            found = [replace(self.best, weight=0.0, moves=(), part=(), due=0, known=None)]
        return Beam(tuple(normalized(found)), self.last)

    def without(self, moves: Sequence[dict[str, Any]], tells: Tells) -> "Beam":
        """Return what is known once a person said that these moves were not made.

        Where no hypothesis is left that is known, what lies there is doubted.
        """
        refused = tells.key(moves) if moves else SAME
        found = [one for one in self.hypotheses if meaning(one, tells) not in (refused, UNKNOWN)]
        return Beam(tuple(normalized(found)), self.last) if found else Beam(doubted=True)

    @property
    def over(self) -> "Beam":
        """The pieces as they lie, nothing of which is a move any more."""
        return Beam((Hypothesis(self.best.pieces),), self.last)

    def to_json(self) -> dict[str, Any]:
        """Return what is kept: each piece once, and by its number in the hypotheses that share it."""
        pieces = {piece: None for one in self.hypotheses for piece in one.pieces}
        numbers = {piece: number for number, piece in enumerate(pieces)}
        known = [
            {**as_json(replace(one, pieces=())), "pieces": [numbers[piece] for piece in one.pieces]}
            for one in self.hypotheses
        ]
        told = {"pieces": as_json([*pieces]), "hypotheses": known}
        return {"version": VERSION, "doubted": self.doubted, **told}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Beam":
        """Read what was kept."""
        if data.get("version") != VERSION:
            return cls()
        pieces = [from_json(Lain, piece) for piece in data["pieces"]]
        known = tuple(
            replace(
                from_json(Hypothesis, {**one, "pieces": []}),
                pieces=tuple(pieces[number] for number in one["pieces"]),
            )
            for one in data["hypotheses"]
        )
        return cls(known or (Hypothesis(),), None, data["doubted"])


def meaning(one: Hypothesis, tells: Tells) -> Hashable:
    """Return what a hypothesis does to the game; what only began does nothing yet."""
    if one.known_moves:
        return tells.key(one.known_moves)
    return UNKNOWN if one.is_lost or one.due else SAME


def normalized(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return them with chances that sum to one, likeliest first."""
    found = list(hypotheses)
    whole = total([one.weight for one in found])
    found = [replace(one, weight=one.weight - whole) for one in found if whole > -inf]
    return sorted(found, key=lambda one: -one.weight)


def pruned(hypotheses: Iterable[Hypothesis], tells: Tells) -> list[Hypothesis]:
    """Return the likeliest hypotheses, those alike as one, and always the best of each meaning."""
    found = normalized(hypotheses)
    merged: dict[Hashable, Hypothesis] = {}
    means: dict[Hashable, Hashable] = {}
    for one in (one for one in found if one.weight > -FAR):
        what = meaning(one, tells)
        key = what, one.due, one.is_lost, str(one.part), _lying(one)
        if what is not None:
            other = merged.setdefault(key, replace(one, weight=-inf))
            merged[key] = replace(other, weight=total([one.weight, other.weight]))
            means[key] = what
    ranked = sorted(merged, key=lambda key: -merged[key].weight)
    best = {means[key]: key for key in reversed(ranked)}
    kept = [
        merged[key]
        for rank, key in enumerate(ranked)
        if merged[key].chance > LEAST and (rank < MOST or best[means[key]] == key)
    ]
    # What is no longer followed is not ruled out: it counts as what nobody knows.
    rest = 1 - sum(one.chance for one in kept)
    if kept and rest > LEAST:
        kept.append(replace(kept[0], weight=log(rest), moves=(), part=(), due=0, known=0))
    return normalized(kept)


def _after(
    told: Sequence[tuple[Hypothesis, ExplainedLook]], look: Look[Any], tells: Tells
) -> Iterator[Hypothesis]:
    """Yield what hypotheses become by their explanations, but for those far less probable."""
    best = max((one.weight for one, _ in told), default=0.0)
    for one, each in told:
        if one.weight > best - FAR:
            yield from tells.after(one, look, each)


def _told(
    known: Iterable[Hypothesis], look: Look[Any], tells: Tells, rates: Rates
) -> list[tuple[Hypothesis, ExplainedLook]]:
    """Return how hypotheses may explain a look, with how probable each is then; none that is far less
    probable than one before.
    """
    found: list[tuple[Hypothesis, ExplainedLook]] = []
    best = -inf
    for one in known:
        matcher = LookExplainer(one, look, rates, tells.alike_deg, tells.size_mm)
        for telling in tells.tellings(one, look):
            acts = (*one.acts[-5:], telling.name)
            for each in matcher.explain(telling, best - FAR - one.weight):
                best = max(best, one.weight + each.weight)
                found.append((replace(one, weight=one.weight + each.weight, acts=acts), each))
    return found


def _beyond(one: Hypothesis, goal: Hashable, tells: Tells) -> Hypothesis | None:
    """Return what a hypothesis holds beyond a meaning; None where it does not come by it."""
    if goal == SAME:
        return one if not (one.moves or one.is_lost or one.due) else None
    for count in range(1, len(one.known_moves) + 1):
        if tells.key(one.moves[:count]) == goal:
            known = None if one.known is None else one.known - count
            return replace(one, moves=one.moves[count:], known=known)
    return None


def _lying(one: Hypothesis) -> Hashable:
    """Return what tells worlds apart: which of two equal pieces is which does not, nor which of those
    that are away was put where nobody could read it."""
    may_be = {piece for piece in one.pieces if piece.may_be_another}
    if not any(piece.unread for piece in may_be):
        may_be = set()
    lying = sorted(
        ("" if piece in may_be else piece.label, piece.role, piece.is_away, *piece.place.centre_px)
        for piece in one.pieces
    )
    return tuple(lying), tuple(sorted(piece.label for piece in may_be))

"""How well a telling explains a look: which piece seen is which of those that lay there, and which fell.

Chances on the way are natural logarithms, so that many small ones may be multiplied.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, exp, inf, lgamma, log, log1p

from companion.table.tracking.places import Near, PlaceMatcher
from companion.table.tracking.rates import Rates
from companion.table.tracking.world import KINDS, Hypothesis, Lain
from vision.piece import LEAST_CHANCE, Look, Piece

WIDTH = 24
"""So many partial explanations are kept on the way."""
FAR = 14.0
"""An explanation so much less probable than the best, as a logarithm, is given up: once in a million."""
BESIDE = 2.0
"""A piece may be the one that was missed so near, in sizes."""
_NEARLY = 4.0
"""So much less probable, as a logarithm, another choice of what stayed unseen may be."""
_LEAST, _SLACK = 1e-300, 3.0
"""The least chance there is; so much, as a logarithm, several ways to the same may add up to."""


@dataclass(frozen=True)
class Fate:
    """What may become of a piece in a telling, as chances.

    It ``stays`` on the table, ``goes`` among those that are thrown, or ``leaves``. One that stays lies
    still, or is ``pushed``, or ``carried`` elsewhere; one that is in a hand is put ``back``. One that
    stays ``hides``: it lies there unseen, beneath another; or it ``turns``, and shows anything.
    ``is_anywhere``: one that is put back is not laid near its place; ``goes_home``: one that is carried
    is laid where it belongs.
    """

    stays: float
    goes: float = 0.0
    leaves: float = 0.0
    pushed: float = 0.03
    carried: float = 0.1
    back: float = 0.0001
    hides: float = 0.0
    turns: float = 0.0
    is_anywhere: bool = False
    goes_home: bool = False


@dataclass(frozen=True)
class Telling:
    """One thing that may have happened between two looks, as far as pieces go; ``rate``: how often.

    ``fresh``: so many pieces fall anew, whatever they show; None: as many as ``goes``; ``is_free``: any
    number. ``beside``: so many fall beside those that ``goes``. ``late``: how
    probably each of them is not seen yet; None: as seldom as of any that are thrown.
    """

    name: str
    rate: float
    fates: tuple[Fate, ...]
    fresh: int | None = 0
    is_free: bool = False
    beside: int = 0
    late: float | None = None


@dataclass(frozen=True)
class ExplainedLook:
    """How a telling explains a look; ``weight``: the logarithm of its chance.

    ``known``: number in the look -> in the world; ``fresh``: number in the look -> label; ``went``:
    those of the world that were thrown; ``unseen``: number in the world -> how probably it is in a hand;
    ``hidden``: so many that fell are not seen; ``moved``: those of the world that lie elsewhere now.
    """

    telling: Telling
    weight: float
    known: Mapping[int, int]
    fresh: Mapping[int, str]
    went: frozenset[int]
    unseen: Mapping[int, float]
    hidden: int
    moved: frozenset[int] = frozenset()


_What = int | str | None
"""What a piece that was read is: the world's of that number, one that fell, by its label, or none."""
_Options = list[tuple[float, _What]]
"""What a piece may be, with the chance of each."""
_State = tuple[float, int, tuple[tuple[int, _What], ...], int]
"""A chance; the world's pieces that are found, as bits; what each piece read is; how many fell, by their
labels: eight bits each."""
_End = tuple[float, Mapping[int, float], frozenset[int], int]
"""What may have become of all that was not seen: the chance, and what ``ExplainedLook`` tells of it."""


class LookExplainer:
    """Explains one look from one world."""

    def __init__(
        self,
        before: Hypothesis,
        look: Look[object],
        rates: Rates,
        alike_deg: Mapping[str, float],
        size_mm: float,
    ) -> None:
        self._pieces, self._look, self._rates, self._size = before.pieces, look, rates, size_mm
        self._read = [number for number, piece in enumerate(look.pieces) if piece.read]
        labels = {one.label for number in self._read for one in look.pieces[number].candidates}
        self._bit = {label: 1 << 8 * number for number, label in enumerate(sorted(labels))}
        self._unread = [number for number, piece in enumerate(look.pieces) if not piece.read]
        self._missed = [look.pieces[number].place for number in self._unread]
        self._seen = [*self._read, *self._unread]
        self._ways = list(PlaceMatcher(before.pieces, look, rates, alike_deg, size_mm).ways())
        gone = {piece.label for piece in before.pieces if piece.may_be_another}
        self._shows = [[_shows(piece, old, gone) for piece in look.pieces] for old in before.pieces]
        self._falls = [_falls(piece) for piece in look.pieces]
        self._unseen = [self._chance_unseen(number) for number in range(len(before.pieces))]
        self._options: dict[tuple[tuple[Fate, ...], bool, int], list[_Options]] = {}

    def explain(self, telling: Telling, least: float = -inf) -> list[ExplainedLook]:
        """Return the ways in which a telling explains the look, best first, if not less probable."""
        found: list[tuple[_End, _State, Near]] = []
        best = least
        for shift, (chance, near) in enumerate(self._ways):
            for state in self._matched(telling, shift, log(telling.rate * chance), least):
                if state[0] + self._most_gained(telling) < best:
                    break  # Those that follow are less probable still.
                for end in self._ended(telling, state):
                    best = max(best, end[0] - FAR)
                    found.append((end, state, near))
        found.sort(key=lambda one: -one[0][0])
        least = max(least, found[0][0][0] - FAR) if found else least
        likely = (one for one in found[:WIDTH] if one[0][0] > least)
        return [self._explained(telling, *one) for one in likely]

    # What was read.

    def _matched(self, telling: Telling, shift: int, begun: float, least: float) -> list[_State]:
        """Return the likeliest ways to say of every piece that was read what it is, likeliest first;
        ``shift``: the number of the way in which all may have moved."""
        options = self._options_of(telling.fates, telling.is_free or telling.fresh != 0, shift)
        if begun + sum(found[0][0] for found in options) + self._most_gained(telling) < least:
            return []
        states: list[_State] = [(begun, 0, (), 0)]
        for place in sorted(range(len(options)), key=lambda place: _lead(options[place])):
            grown: dict[tuple[int, int], _State] = {}
            best = -inf
            for chance, used, way, fresh in states:
                for more, what in options[place]:
                    whole = chance + more
                    if whole < best - FAR - _SLACK:
                        break  # Those that follow are less probable still.
                    taken, fell = used, fresh
                    if isinstance(what, str):
                        fell += self._bit[what]
                    elif what is not None:
                        if used >> what & 1:
                            continue
                        taken |= 1 << what
                    best = max(best, whole)
                    other = grown.get((taken, fell))
                    if other is None:
                        grown[taken, fell] = whole, taken, (*way, (place, what)), fell
                    else:
                        way_there = other[2] if other[0] > whole else (*way, (place, what))
                        grown[taken, fell] = _sum(other[0], whole), taken, way_there, fell
            states = sorted(grown.values(), key=lambda state: -state[0])[:WIDTH]
            states = [state for state in states if state[0] > states[0][0] - FAR]
        return states

    def _most_gained(self, telling: Telling) -> float:
        """Return by how much all that was not seen may make an explanation more probable at most."""
        return lgamma(max(len(self._seen), telling.fresh or len(self._pieces) + telling.beside) + 1)

    def _options_of(self, fates: tuple[Fate, ...], may_fall: bool, shift: int) -> list[_Options]:
        """Return what each piece that was read may be; several tellings give pieces the same fates."""
        key = fates, may_fall, shift
        if key not in self._options:
            near = self._ways[shift][1]
            places = range(len(self._seen))
            self._options[key] = [self._may_be(fates, place, near, may_fall) for place in places]
        return self._options[key]

    def _may_be(self, fates: tuple[Fate, ...], place: int, near: Near, may_fall: bool) -> _Options:
        """Return what a piece that was read may be, likeliest first."""
        piece = self._look.pieces[self._seen[place]]
        found: _Options = []
        for number, old in enumerate(self._pieces):
            fate, (still, pushed, back) = fates[number], near[number][place]
            if may_fall and not piece.read:  # elsewhere, one that fell is likelier not to be read
                fate = replace(fate, carried=0.0, back=0.0)
            still *= (1 - old.away) * (1 - fate.pushed - fate.carried)
            moved = _moved(old, fate, pushed, back)
            shown_still, shown_moved = self._shows[number][self._seen[place]]
            shown = still * shown_still + moved * shown_moved
            if fate.turns:
                shown = (1 - fate.turns) * shown + fate.turns / KINDS * (still + moved)
            if not piece.read:  # nothing tells what it shows
                shown = shown * KINDS if piece.candidates else still + moved
            chance = fate.stays * shown
            if chance > _LEAST:
                found.append((log(chance * piece.there), number))
        if piece.read and may_fall:
            found += self._falls[self._seen[place]]
        nothing = self._rates.false if piece.sure else max(1 - piece.there, self._rates.unsure_false)
        if not piece.read:  # one that fell may lie there: ``_late`` counts it
            nothing = 1.0 if may_fall else 1 - piece.there
        found.append((log(max(nothing, _LEAST)), None))
        found.sort(key=lambda option: -option[0])
        return [option for option in found if option[0] > found[0][0] - 2 * FAR]

    # What was not.

    def _chance_unseen(self, number: int) -> float:
        """Return how probably a piece that still lies there is not seen."""
        look, rates, place = self._look, self._rates, self._pieces[number].place
        if not look.covered and not look.judges(place.centre_px):
            return 1.0
        if look.covered:
            return rates.covered
        if any(place.away(missed, self._size) < BESIDE for missed in self._missed):
            return rates.doubted
        return rates.blind if look.is_blind else rates.missed

    def _ended(self, telling: Telling, state: _State) -> Iterator[_End]:
        """Yield what may have become of all that was not seen."""
        weight, unseen, may_go = state[0], dict[int, float](), list[tuple[float, int]]()
        for number, piece in enumerate(self._pieces):
            if state[1] >> number & 1:
                continue
            fate = telling.fates[number]
            there = fate.stays * (1 - piece.away) * max(self._unseen[number], fate.hides)
            out = fate.leaves + fate.stays * piece.away * (1 - fate.back)
            unseen[number] = out / max(there + out, _LEAST)
            if fate.goes > 0:
                weight += log(fate.goes)
                may_go.append((log(max(there + out, _LEAST)) - log(fate.goes), number))
            else:
                weight += log(max(there + out, _LEAST))
        may_go.sort(reverse=True)
        fell = sum(isinstance(what, str) for _, what in state[2])
        # Where one is known to lie no other does.
        free = sum(what is None and place >= len(self._read) for place, what in state[2])
        every = frozenset(number for _, number in may_go)
        for stayed in range(len(may_go) + 1 if telling.fresh is None and not telling.is_free else 1):
            count = len(every) - stayed + telling.beside if telling.fresh is None else telling.fresh
            fallen = self._fallen(telling, fell, count, free)
            if fallen is None:
                continue
            for more, stay in _likeliest(may_go, stayed):
                yield weight + more + fallen[0], unseen, every - stay, fallen[1]

    def _explained(self, telling: Telling, end: _End, state: _State, near: Near) -> ExplainedLook:
        weight, unseen, went, hidden = end
        moved = (
            what
            for place, what in state[2]
            if isinstance(what, int) and self._is_moved(telling, what, near[what][place])
        )
        return ExplainedLook(
            telling,
            weight,
            {self._seen[place]: what for place, what in state[2] if isinstance(what, int)},
            {self._seen[place]: what for place, what in state[2] if isinstance(what, str)},
            went,
            {number: out for number, out in unseen.items() if number not in went},
            hidden,
            frozenset(moved),
        )

    def _is_moved(self, telling: Telling, number: int, near: tuple[float, float, float]) -> bool:
        """Tell whether a piece was more probably put where it lies now than left there."""
        fate, (still, pushed, back) = telling.fates[number], near
        old = self._pieces[number]
        left = (1 - old.away) * (1 - fate.pushed - fate.carried) * still
        return _moved(old, fate, pushed, back) > left

    def _fallen(self, telling: Telling, seen: int, count: int, free: int) -> tuple[float, int] | None:
        """Return how probably so many fell, not fewer than are seen, and one at least; and how many of
        those are not seen yet. ``free``: so many places of which nothing was read are nobody's.
        """
        if telling.is_free:
            return lgamma(seen + 1) - seen * log(2), 0
        hidden = count - seen
        if hidden < 0 or (telling.fresh is None and not count):
            return None
        return lgamma(count + 1) - lgamma(hidden + 1) + self._late(telling, count, hidden, free), hidden

    def _late(self, telling: Telling, count: int, hidden: int, free: int) -> float:
        """Return how probably so many that fell are not seen: each is missed, or all are in the hand."""
        if telling.late is not None:
            return hidden * log(telling.late) + (count - hidden) * log(1 - telling.late)
        if not hidden:
            return 0.0
        look, rates = self._look, self._rates
        each = rates.blind if look.is_blind or look.unjudged else rates.missed
        each = rates.covered if look.covered else each
        beside = min(hidden, free)
        return log(
            rates.doubted**beside * each ** (hidden - beside)
            + rates.late / (hidden + 1) / comb(count, hidden)
        )


def _moved(old: Lain, fate: Fate, pushed: float, back: float) -> float:
    """Return the likelihood that a piece was moved here."""
    carried = back if fate.goes_home else 1.0
    put = 1.0 if fate.is_anywhere else back
    return (1 - old.away) * (fate.pushed * pushed + fate.carried * carried) + old.away * fate.back * put


def _shows(piece: Piece[object], old: Lain, gone: Collection[str]) -> tuple[float, float]:
    """Return the likelihood of what was read of a piece, if it is one that lay there: there still, and
    moved; ``gone``: what those are of which any may lie where one was put unread."""
    if old.unread and piece.read:
        may_be = {old.label, *gone}
        shown = sum(one.chance for one in piece.candidates if one.label in may_be) / KINDS
        return max(shown, LEAST_CHANCE / KINDS), max(shown, LEAST_CHANCE / KINDS)
    moved = piece.chance(old.label, KINDS)
    if old.view is None or not piece.candidates:
        return moved, moved
    return old.view.likelihood(piece, old.label), moved


def _falls(piece: Piece[object]) -> list[tuple[float, _What]]:
    """Return what a piece may show that fell anew."""
    return [
        (log(candidate.chance * piece.there / KINDS), candidate.label)
        for candidate in piece.candidates
        if candidate.chance > 0
    ]


def _likeliest(
    choices: Sequence[tuple[float, int]], count: int
) -> Iterator[tuple[float, frozenset[int]]]:
    """Yield the likeliest so many of these, likeliest first of all, and those that differ in one and are
    not far less probable."""
    best = choices[:count]
    weight, numbers = sum(more for more, _ in best), frozenset(number for _, number in best)
    yield weight, numbers
    for less, out in best:
        for more, number in choices[count:]:
            if less - more < _NEARLY:
                yield weight + more - less, numbers - {out} | {number}


def _lead(options: _Options) -> float:
    return options[1][0] - options[0][0] if len(options) > 1 else -inf


def _sum(one: float, other: float) -> float:
    """Return the logarithm of the sum of two chances."""
    most, least = (one, other) if one > other else (other, one)
    return most + log1p(exp(least - most))


def total(weights: Sequence[float]) -> float:
    """Return the logarithm of a sum of chances, which are given by theirs."""
    most = max(weights, default=-inf)
    return most + log(sum(exp(weight - most) for weight in weights)) if most > -inf else -inf

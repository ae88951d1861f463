"""How well a telling explains a look: which piece seen is which of those that lay there, and which fell.

Chances on the way are natural logarithms, so that many small ones may be multiplied.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, lgamma, log

from companion.table.tracking.places import Near, Places
from companion.table.tracking.rates import Rates
from companion.table.tracking.world import Hypothesis
from vision.piece import Look

WIDTH = 24
"""So many partial explanations are kept on the way."""
FAR = 14.0
"""An explanation so much less probable than the best, as a logarithm, is given up: once in a million."""
BESIDE = 2.0
"""A piece may be the one that was missed so near, in sizes."""
KINDS = 6
"""So many labels a piece may show, where nothing is known of it."""
_LEAST = 1e-300


@dataclass(frozen=True)
class Fate:
    """What may become of a piece in a telling, as chances.

    It ``stays`` on the table, ``goes`` among those that are thrown, or ``leaves``. One that stays lies
    still, or is ``pushed``, or ``carried`` elsewhere; one that is in a hand is put ``back``.
    """

    stays: float
    goes: float = 0.0
    leaves: float = 0.0
    pushed: float = 0.03
    carried: float = 0.1
    back: float = 0.0001


@dataclass(frozen=True)
class Telling:
    """One thing that may have happened between two looks, as far as pieces go; ``rate``: how often.

    ``fresh``: so many pieces fall anew, whatever they show; None: as many as ``goes``; ``is_free``: any
    number.
    """

    name: str
    rate: float
    fates: tuple[Fate, ...]
    fresh: int | None = 0
    is_free: bool = False


@dataclass(frozen=True)
class Explained:
    """How a telling explains a look; ``weight``: the logarithm of its chance.

    ``known``: number in the look -> in the world; ``fresh``: number in the look -> label; ``went``:
    those of the world that were thrown; ``unseen``: number in the world -> how probably it is in a hand;
    ``hidden``: so many that fell are not seen.
    """

    telling: Telling
    weight: float
    known: Mapping[int, int]
    fresh: Mapping[int, str]
    went: frozenset[int]
    unseen: Mapping[int, float]
    hidden: int


_What = int | str | None
"""What a piece that was read is: the world's of that number, one that fell, by its label, or none."""
_State = tuple[float, int, tuple[tuple[int, _What], ...], int]
"""A chance; the world's pieces that are found, as bits; what each piece read is; how many fell."""


class Matcher:
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
        self._missed = [piece.place for piece in look.pieces if not piece.read]
        self._ways = list(Places(before.pieces, look, rates, alike_deg, size_mm).ways())
        self._unseen = [self._chance_unseen(number) for number in range(len(before.pieces))]

    def explain(self, telling: Telling) -> list[Explained]:
        """Return the ways in which a telling explains the look, best first."""
        found = [
            explained
            for chance, near in self._ways
            for state in self._matched(telling, near, log(telling.rate * chance))
            for explained in self._ended(telling, state)
        ]
        found.sort(key=lambda one: -one.weight)
        return [one for one in found[:WIDTH] if one.weight > found[0].weight - FAR]

    # What was read.

    def _matched(self, telling: Telling, near: Near, begun: float) -> list[_State]:
        """Return the likeliest ways to say of every piece that was read what it is."""
        options = [self._options(telling, place, near) for place in range(len(self._read))]
        states: list[_State] = [(begun, 0, (), 0)]
        for place in sorted(range(len(options)), key=lambda place: _lead(options[place])):
            grown: dict[tuple[int, tuple[str, ...]], _State] = {}
            for chance, used, way, fresh in states:
                for more, what in options[place]:
                    if isinstance(what, int) and used >> what & 1:
                        continue
                    taken = used | 1 << what if isinstance(what, int) else used
                    after = (*way, (place, what))
                    key = taken, tuple(sorted(one for _, one in after if isinstance(one, str)))
                    other = grown.get(key, (-inf, 0, (), 0))
                    whole = total([other[0], chance + more])
                    way_there = other[2] if other[0] > chance + more else after
                    grown[key] = whole, taken, way_there, fresh + isinstance(what, str)
            states = sorted(grown.values(), key=lambda state: -state[0])[:WIDTH]
            states = [state for state in states if state[0] > states[0][0] - FAR]
        return states

    def _options(self, telling: Telling, place: int, near: Near) -> list[tuple[float, _What]]:
        """Return what a piece that was read may be, likeliest first."""
        piece = self._look.pieces[self._read[place]]
        found: list[tuple[float, _What]] = []
        for number, old in enumerate(self._pieces):
            fate, (still, pushed) = telling.fates[number], near[number][place]
            there = (1 - fate.pushed - fate.carried) * still + fate.pushed * pushed + fate.carried
            chance = fate.stays * ((1 - old.away) * there + old.away * fate.back)
            if chance > 0:
                found.append((log(chance * piece.chance(old.label, KINDS) * piece.there), number))
        if telling.is_free or telling.fresh != 0:
            found += [
                (log(candidate.chance * piece.there / KINDS), candidate.label)
                for candidate in piece.candidates
                if candidate.chance > 0
            ]
        nothing = self._rates.false if piece.sure else 1 - piece.there
        found.append((log(max(nothing, self._rates.false)), None))
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

    def _ended(self, telling: Telling, state: _State) -> Iterator[Explained]:
        """Yield what may have become of all that was not seen."""
        weight, unseen, may_go = state[0], dict[int, float](), list[tuple[float, int]]()
        for number, piece in enumerate(self._pieces):
            if state[1] >> number & 1:
                continue
            fate = telling.fates[number]
            there = fate.stays * (1 - piece.away) * self._unseen[number]
            out = fate.leaves + fate.stays * piece.away * (1 - fate.back)
            unseen[number] = out / max(there + out, _LEAST)
            if fate.goes > 0:
                weight += log(fate.goes)
                may_go.append((log(max(there + out, _LEAST)) - log(fate.goes), number))
            else:
                weight += log(max(there + out, _LEAST))
        may_go.sort(reverse=True)
        for stayed in range(len(may_go) + 1 if telling.fresh is None and not telling.is_free else 1):
            weight += may_go[stayed - 1][0] if stayed else 0.0
            went = frozenset(number for _, number in may_go[stayed:])
            rest = {number: out for number, out in unseen.items() if number not in went}
            count = len(went) if telling.fresh is None else telling.fresh
            yield from self._fallen(telling, (weight, *state[1:]), count, went, rest)

    def _fallen(
        self,
        telling: Telling,
        state: _State,
        count: int,
        went: frozenset[int],
        unseen: Mapping[int, float],
    ) -> Iterator[Explained]:
        """Yield the explanation if so many pieces fell: not fewer than are seen, and one at least."""
        weight, _, way, seen = state
        if telling.is_free:
            hidden, weight = 0, weight + lgamma(seen + 1) - seen * log(2)
        else:
            hidden = count - seen
            if hidden < 0 or (telling.fresh is None and not count):
                return
            weight += lgamma(count + 1) - lgamma(hidden + 1) + self._late(hidden)
        known = {self._read[place]: what for place, what in way if isinstance(what, int)}
        fresh = {self._read[place]: what for place, what in way if isinstance(what, str)}
        yield Explained(telling, weight, known, fresh, went, unseen, hidden)

    def _late(self, hidden: int) -> float:
        """Return how probably so many that fell are not seen: each is missed, or all are in the hand."""
        if not hidden:
            return 0.0
        look, rates = self._look, self._rates
        each = rates.blind if look.is_blind or look.unjudged else rates.missed
        each = rates.covered if look.covered else each
        beside = min(hidden, len(self._missed))
        return log(rates.doubted**beside * each ** (hidden - beside) + rates.late / (hidden + 1))


def _lead(options: Sequence[tuple[float, _What]]) -> float:
    return options[1][0] - options[0][0] if len(options) > 1 else -inf


def total(weights: Sequence[float]) -> float:
    """Return the logarithm of a sum of chances, which are given by theirs."""
    most = max(weights, default=-inf)
    return most + log(sum(exp(weight - most) for weight in weights)) if most > -inf else -inf

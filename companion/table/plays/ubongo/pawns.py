"""Where pawns stand on the red fields, and what that tells of who took which row's gems.

A field shows what stood there when that was last settled, less the pawns that left it, and the pawns
that came. What a pawn shows is learnt from such looks: the first line says where each stood. So every
way to stand is as likely as it explains what is seen; pawns of one colour, or that have never been seen
apart, explain it equally well in each other's place, and nothing is told of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import exp, prod
from typing import Final

from companion.games.game import Seat
from companion.games.ubongo.components import ROWS, Row
from companion.table.plays.ubongo.taking import TakingWay
from vision.readings.tokens import ColourShares


@dataclass(frozen=True)
class _PawnNumbers:
    """Shares and chances; what is seen differs from what is explained by squares of shares of colours,
    in those of a pawn alone."""

    noise: float = 0.2
    """Unexplained difference that makes a way to stand less likely by the factor e. Of 103
    simulated looks the true way explained less than another in one, by 0.3."""
    most: float = 3.0
    """Where no way to stand leaves less than this, something else stands there, or the light changed: in
    those looks it was at most 2.9."""
    clear: float = 2.0
    """How much more a pawn must differ than bare fields do, to be learnt."""
    left: float = 0.04
    """A pawn was not moved though its player took gems."""
    stays: float = 0.97
    """A pawn stays whose player took none."""
    strays: float = 0.002
    """A pawn stands on any other field, by mistake."""
    doubt: float = 0.001
    """Ways that together are no likelier are left out."""


NUMBERS: Final = _PawnNumbers()

Stand = tuple[Row, ...]
"""The row of each seat's pawn."""
Content = Mapping[int, float]


@dataclass(frozen=True)
class Pawns:
    """Pawns as they were last seen where it was settled which is whose: nothing before that.

    ``stand``: the row of each seat's; ``fields``: the colours of the six red fields then; ``colours``:
    what each seat's pawn adds to a bare field.
    """

    stand: Stand = ()
    fields: tuple[ColourShares, ...] = ()
    colours: tuple[ColourShares, ...] = ()

    def seen(self, fields: tuple[ColourShares, ...], recorded: Stand) -> "Pawns":
        """Return them after a look at a board that lies as the record has it.

        A pawn may stand elsewhere: somebody forgot to move it. Where that is not sure, nothing changes;
        where nothing explains what is seen, as in another light, all is learnt anew from the record.
        """
        if len(fields) != len(ROWS):
            return self
        chances = self.chances(fields)
        if not chances:
            return _learnt(fields, recorded, ({},) * len(recorded)) or self
        weights = {
            stand: chance
            * prod(
                _chance(row, to, at, moves=True)
                for row, to, at in zip(stand, recorded, self.stand, strict=True)
            )
            for stand, chance in chances.items()
        }
        best = max(weights, key=weights.__getitem__, default=None)
        if best is None or weights[best] < (1 - NUMBERS.doubt) * sum(weights.values()):
            return self
        return _learnt(fields, best, [dict(one) for one in self.colours]) or self

    def chances(self, fields: tuple[ColourShares, ...]) -> dict[Stand, float]:
        """Return how likely each way to stand makes what is seen; none where none explains it."""
        if not self.stand or len(fields) != len(ROWS):
            return {}
        seats = range(len(self.stand))
        alone = sum(_square(dict(colours)) for colours in self.colours) / len(seats)
        off = {
            (row, there): _square(_rest(self._expected(row, there), dict(fields[row])))
            for row in ROWS
            for count in range(len(seats) + 1)
            for there in combinations(seats, count)
        }
        every: dict[Stand, float] = {}
        for stand in product(ROWS, repeat=len(seats)):
            there = (tuple(seat for seat in seats if stand[seat] == row) for row in ROWS)
            every[stand] = sum(off[row, who] for row, who in zip(ROWS, there, strict=True)) / alone
        least = min(every.values())
        if least > NUMBERS.most:
            return {}
        return {stand: exp((least - rest) / NUMBERS.noise) for stand, rest in every.items()}

    def likely(self, fields: tuple[ColourShares, ...], ways: Sequence[TakingWay]) -> list[TakingWay]:
        """Return the ways, likelier ones first, without those that the pawns as good as rule out."""
        chances = self.chances(fields)
        if not chances:
            return list(ways)
        weights = [self._weigh({take.seat: take.row for take in way.takes}, chances) for way in ways]
        order = sorted(range(len(ways)), key=lambda at: -weights[at])
        left: list[TakingWay] = []
        total = sum(weights)
        for at in order:
            if left and total <= NUMBERS.doubt * sum(weights):
                break
            left.append(ways[at])
            total -= weights[at]
        return left

    def is_doubted(self, fields: tuple[ColourShares, ...], way: TakingWay, *, passes_over: bool) -> bool:
        """Tell whether others who waited may have taken these rows' gems, whatever the rules say.

        Where the way passes over somebody the pawns must rule that out, else only speak against it.
        """
        chances = self.chances(fields)
        if not chances:
            return passes_over
        rows = [take.row for take in way.takes]
        every = [dict(zip(seats, rows, strict=True)) for seats in permutations(way.waited, len(rows))]
        share = self._weigh({take.seat: take.row for take in way.takes}, chances) / sum(
            self._weigh(taken, chances) for taken in every
        )
        return share < (1 - NUMBERS.doubt if passes_over else NUMBERS.doubt)

    def _weigh(self, taken: Mapping[Seat, Row], chances: Mapping[Stand, float]) -> float:
        """Return how likely these takes make what is seen of the pawns."""
        each = [
            {row: _chance(row, taken.get(Seat(seat), at), at, moves=Seat(seat) in taken) for row in ROWS}
            for seat, at in enumerate(self.stand, 1)
        ]
        return sum(
            chance * prod(of[row] for of, row in zip(each, stand, strict=True))
            for stand, chance in chances.items()
        )

    def _expected(self, row: Row, there: tuple[int, ...]) -> Content:
        """Return what a field shows where just these pawns stand on it."""
        expected = dict(self.fields[row])
        for seat, colours in enumerate(self.colours):
            many = (seat in there) - (self.stand[seat] == row)
            for number, share in colours if many else ():
                expected[number] = expected.get(number, 0) + many * share
        return expected


def _chance(row: Row, to: Row, at: Row, *, moves: bool) -> float:
    """Return the chance that a pawn stands on a row that stood ``at`` another, and ``moves`` or not."""
    if row == to:
        return 1 - NUMBERS.left if moves else NUMBERS.stays
    return NUMBERS.left if moves and row == at else NUMBERS.strays


def _learnt(fields: tuple[ColourShares, ...], stand: Stand, colours: Sequence[Content]) -> Pawns | None:
    """Return what a look tells in which they stand so; None if they do not stand out.

    What nothing explains is shared among the pawns on a field: of one alone all is known then.
    """
    looks = [dict(field) for field in fields]
    free = [looks[row] for row in ROWS if row not in stand]
    bare = {n: sum(look.get(n, 0) for look in free) / len(free) for look in free for n in look}
    known = list(colours)
    for row in set(stand):
        there = [seat for seat, at in enumerate(stand) if at == row]
        rest = _rest(looks[row], _sum([bare, *(known[seat] for seat in there)]))
        for seat in there:
            known[seat] = _sum([known[seat], {n: share / len(there) for n, share in rest.items()}])
    differ = max(_square(_rest(look, bare)) for look in free)
    if min(map(_square, known)) <= NUMBERS.clear * differ:
        return None
    return Pawns(stand, fields, tuple(map(_shares, known)))


def _sum(contents: Sequence[Content]) -> Content:
    return {n: sum(one.get(n, 0) for one in contents) for each in contents for n in each}


def _rest(content: Content, less: Content) -> Content:
    return {n: content.get(n, 0) - less.get(n, 0) for n in {*content, *less}}


def _square(content: Content) -> float:
    return sum(share * share for share in content.values())


def _shares(content: Content) -> ColourShares:
    return tuple((n, round(share)) for n, share in sorted(content.items()) if round(share))

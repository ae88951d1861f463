"""``python -m tests.rigs.vote_times [REPEATS]``: does how long the table takes tell what was chosen?

Every one of the 255 selections is voted so many times by phone in turn, by phone early, and at the box,
in an order that luck shuffles, with a journal on the disk. Timed is from the moment at which it is
confirmed to that at which all others have been told. Within each way a Kruskal-Wallis test asks whether
the times of the 255 differ; a small p says that they do.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import erfc, sqrt
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import ClassVar

from companion.devices.picking import REST_S
from companion.games.drunter.state import Voting
from companion.games.game import EVERYONE, HOST
from tests.table.conftest import Bench
from tests.table.plays.drunter.voting import (
    SELECTIONS,
    bench_at_the_vote,
    keys_of,
    press,
    role_of,
    vote,
    voters,
)

A_BENCH = 60
"""So many votes are cast at one table: its history grows by what is taken back."""
LEAST_P = 0.01


class Trial:
    """One way to choose at a table on the disk; each vote is taken back after it was timed."""

    place: ClassVar[int]
    """At which place under the rules the chooser is."""

    def __init__(self, folder: Path) -> None:
        self.bench: Bench = bench_at_the_vote(path=folder / "journal.lines")
        self.order = voters(self.bench)
        self.name = self.order[self.place]
        self.lay = dict(self.bench.table.history.entries[-1].words)
        self.count = 0
        self.bench.table.tell()

    def timed(self, confirm: Callable[[], None]) -> float:
        """Return how long it takes until all others are told, in seconds."""
        began = perf_counter()
        confirm()
        self.bench.table.tell()
        for role in (HOST, EVERYONE, *(role_of(name) for name in self.order if name != self.name)):
            self.bench.table.state(role)
        return perf_counter() - began

    def begin_anew(self) -> None:
        """Take the vote back, and the lay, which is then made anew."""
        table = self.bench.table
        while isinstance(table.history.state.phase, Voting):
            self.count += 1
            table.submit(HOST, f"undo {self.count}", {"move": "undo"})
        table.submit(HOST, f"lay again {self.count}", {**self.lay, "seat": self.order[0]})


class ByPhone(Trial):
    """In turn: the proposer is the first."""

    place = 0

    def choose(self, cards: list[str]) -> float:
        """Vote, and take it back."""
        self.count += 1
        took = self.timed(lambda: vote(self.bench, self.name, cards, f"vote {self.count}"))
        self.begin_anew()
        return took


class Early(ByPhone):
    """Before anybody else has: the last under the rules is the first to finish."""

    place = 2


class AtBox(ByPhone):
    """At the box, in turn; how many keys were pressed before OK is no matter."""

    def choose(self, cards: list[str]) -> float:
        """Vote, and take it back."""
        press(self.bench, "ok", *keys_of(cards))
        took = self.timed(lambda: press(self.bench, "ok"))
        self.bench.wait(REST_S)
        self.begin_anew()
        return took


WAYS: dict[str, type[ByPhone]] = {
    "by phone in turn": ByPhone,
    "by phone early": Early,
    "at the box": AtBox,
}


def times_of(way: type[ByPhone], trials: Sequence[int]) -> Iterator[tuple[int, float]]:
    """Yield which selection was voted, and how long that took."""
    with tempfile.TemporaryDirectory() as folder:
        at = way(Path(folder))
        at.choose(["?"])  # what is done only once is done
        for number in trials:
            yield number, at.choose(SELECTIONS[number])
        at.bench.table.close()


def kruskal_wallis(groups: Sequence[Sequence[float]]) -> float:
    """Return how likely times of one kind differ by chance as much as these groups do."""
    ranked = sorted((value, place) for place, group in enumerate(groups) for value in group)
    sums, rank = [0.0] * len(groups), 0
    for _, alike in groupby(ranked, key=lambda each: each[0]):
        same = list(alike)
        for _, place in same:
            sums[place] += rank + (len(same) + 1) / 2
        rank += len(same)
    n, free = len(ranked), len(groups) - 1
    h = 12 / (n * (n + 1)) * sum(s * s / len(g) for s, g in zip(sums, groups, strict=True)) - 3 * (n + 1)
    # A chi-squared of so many degrees of freedom, by Wilson and Hilferty.
    z = ((h / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return erfc(z / sqrt(2)) / 2


def main(repeats: int = 30) -> int:
    """Measure; return 1 where the times of some way tell what was chosen."""
    rng = Random(7)
    times: dict[str, list[list[float]]] = {name: [[] for _ in SELECTIONS] for name in WAYS}
    orders = {name: [*range(len(SELECTIONS))] * repeats for name in WAYS}
    for order in orders.values():
        rng.shuffle(order)
    for first in range(0, len(SELECTIONS) * repeats, A_BENCH):
        for name, way in WAYS.items():  # one after the other: what else the machine does is the same
            for number, took in times_of(way, orders[name][first : first + A_BENCH]):
                times[name][number].append(took)
    worst = 1.0
    for name, groups in times.items():
        p = kruskal_wallis(groups)
        worst = min(worst, p)
        every = [took for group in groups for took in group]
        print(f"{name}: n = {len(every)}, median {1000 * median(every):.2f} ms, p = {p:.3f}")
    return int(worst <= LEAST_P)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

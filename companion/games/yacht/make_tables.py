"""Works out the tables of values: ``python -m companion.games.yacht.make_tables`` (minutes).

It works from the end of a game backwards: if every box is filled, no more points come; the value of a
standing with one box less filled depends only on those, and so on. Standings with equally many boxes
filled are shared among all processors.
"""

import os
from ctypes import c_double
from itertools import combinations
from time import monotonic
from typing import Any

from companion.games.yacht.scoring import Terms
from companion.games.yacht.sheets import SHEETS
from companion.games.yacht.standing import NOTHING_FILLED, ReducedSheet
from companion.games.yacht.turn import turn
from companion.games.yacht.values import FOLDER, StandingPlaces, file_of, path_of


class Solver:
    """Fills a table, shared with other processes, from the values that it holds already."""

    def __init__(self, terms: Terms, worth: Any) -> None:
        self._terms, self._worth, self._places = terms, worth, StandingPlaces(terms)

    def value(self, standing: ReducedSheet) -> float:
        """Return a value worked out before."""
        return float(self._worth[self._places(standing)])

    def fill(self, filled: int) -> None:
        """Work out every standing with these boxes filled."""
        for standing in self._places.standings(filled):
            expected = turn(self._terms, standing, self.value).expected
            self._worth[self._places(standing)] = expected


class _Process:
    """What a process of the pool works on, one table at a time."""

    solver: Solver


def _begin(terms: Terms, worth: Any) -> None:
    _Process.solver = Solver(terms, worth)


def _fill(filled: int) -> None:
    _Process.solver.fill(filled)


def solve(terms: Terms) -> Any:
    """Return the values of all standings, in points, in the order of ``StandingPlaces``."""
    from multiprocessing import Pool, RawArray  # here, since importing it alone changes sys.modules

    worth = RawArray(c_double, StandingPlaces(terms).size)
    boxes = range(len(terms.sheet.boxes))
    with Pool(os.cpu_count(), _begin, (terms, worth)) as pool:
        for count in reversed(boxes):
            masks = [sum(1 << box for box in filled) for filled in combinations(boxes, count)]
            pool.map(_fill, masks, chunksize=4)
    return worth


def all_terms() -> list[Terms]:
    """Return every combination of terms that players may agree on."""
    plain = [Terms(name, extra_bonus=False) for name in SHEETS]
    with_extra = [Terms(name, extra_bonus=True) for name in SHEETS if SHEETS[name].five_alike]
    return plain + with_extra


def main() -> None:
    """Write every table, and print the value of a whole game."""
    FOLDER.mkdir(exist_ok=True)
    for terms in all_terms():
        began = monotonic()
        worth = solve(terms)
        expected = float(worth[StandingPlaces(terms)(NOTHING_FILLED)])
        path_of(terms).write_bytes(file_of(terms, worth, expected))
        size, seconds = path_of(terms).stat().st_size, monotonic() - began
        print(f"{path_of(terms).stem}: {expected:.4f} points, {size} bytes, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()

"""``python -m tests.figures [--write] [--seeds N] [WHAT...]``: measure the figures, print them anew."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial

from tests.figures.aslant import aslant
from tests.figures.benches import bench
from tests.figures.document import FIGURES, conditions, written
from tests.figures.edges import edges
from tests.figures.games import games
from tests.figures.photographs import path_traced, real
from tests.figures.puzzles import puzzles
from tests.figures.simulated import simulated
from tests.figures.tables import Missing

SEEDS = 50
PUZZLES_OF_EACH = 5


def figures(seeds: int) -> Mapping[str, Callable[[], Iterator[str]]]:
    """Return what can be measured, by name, in the order of the document."""
    return {
        "photographs": real,
        "path-traced": path_traced,
        "simulated": simulated,
        "edges": edges,
        "aslant": aslant,
        "games": partial(games, seeds),
        "times": partial(bench, "test_dice_speed.py"),
        "deadlines": partial(bench, "test_deadline.py"),
        "faults": partial(bench, "test_fault_times.py"),
        "puzzles": partial(puzzles, PUZZLES_OF_EACH),
    }


def main() -> None:
    """Measure what is asked for, all where nothing is."""
    words = argparse.ArgumentParser(prog="make figures", description=__doc__)
    words.add_argument("what", nargs="*", metavar="WHAT", help=f"of {', '.join(figures(SEEDS))}")
    words.add_argument("--write", action="store_true", help="put them into docs/figures.md, too")
    words.add_argument("--seeds", type=int, default=SEEDS, help="games: so many (else %(default)s)")
    asked = words.parse_args()
    known = figures(asked.seeds)
    if unknown := set(asked.what) - set(known):
        words.error(f"unknown: {', '.join(sorted(unknown))}; there are: {', '.join(known)}")
    for name in asked.what or known:
        show(name, known[name], write=asked.write)


def show(name: str, measure: Callable[[], Iterator[str]], *, write: bool) -> None:
    """Print one figure, and write it where that is asked for; what cannot be measured is said."""
    print(f"\n### {name}\n", flush=True)
    try:
        lines = [*measure(), "", conditions(date.today())]
    except Missing as missing:
        print(f"Not measured: {missing}.")
        return
    print("\n".join(lines), flush=True)
    if write:
        text = FIGURES.read_text(encoding="utf-8")
        FIGURES.write_text(written(text, name, lines), encoding="utf-8")
        print(f"{name}: written to {FIGURES.name}", file=sys.stderr)


if __name__ == "__main__":
    main()

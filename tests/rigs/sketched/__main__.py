"""``python -m tests.rigs.sketched HANDS FROM TO``: games of these seeds, a line each, and their sum."""

import json
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from companion.cli.demo import DemoEvening
from companion.cli.kinds.dice import DICE
from companion.simulation.evening import EveningReport
from companion.simulation.habits import HABITS
from tests.rigs.sketched.reader import SketchReader
from tests.rigs.sketched.table import SketchedTable
from tests.trusting import Trusting
from vision.reader import Reader
from vision.workshop.simulation.table import SimulatedTable

GAME = "carcassonne_dice"


def readers(table: SimulatedTable, sets: Mapping[str, str]) -> Mapping[str, Reader[Any]]:
    """Return what reads a sketched table."""
    assert isinstance(table, SketchedTable)
    return {kind: SketchReader(table, DICE.reader(name).taught) for kind, name in sets.items()}


@contextmanager
def game(hands: str, seed: int) -> Iterator[DemoEvening]:
    """Give a game at a sketched table, played with these hands."""
    with tempfile.TemporaryDirectory(prefix="companion-sketched-") as folder:
        evening = DemoEvening(Path(folder), GAME, seed, HABITS[hands], SketchedTable, readers, Trusting)
        try:
            yield evening
        finally:
            evening.close()


def _line(evening: DemoEvening, report: EveningReport, seed: int, seconds: float) -> dict[str, Any]:
    return {
        "seed": seed,
        "right": report.scores == report.truth,
        "readings": evening.readings,
        "asked": len(report.asked),
        "sure_wrong": report.sure_wrong,
        "questions": report.asked,
        "seconds": round(seconds, 1),
    }


def main(hands: str, first: int, last: int) -> int:
    """Play the games of these seeds; return 1 where the table was surely wrong, else 0."""
    lines = []
    for seed in range(first, last + 1):
        began = time.process_time()
        with game(hands, seed) as evening:
            with redirect_stdout(StringIO()):  # the moves, which the record has
                report = evening.play()
            lines.append(_line(evening, report, seed, time.process_time() - began))
        print(json.dumps(lines[-1]), flush=True)
    readings, asked = (sum(line[name] for line in lines) for name in ("readings", "asked"))
    wrong = sum(len(line["sure_wrong"]) for line in lines)
    print(
        f"{len(lines)} games of {hands} hands: {sum(line['right'] for line in lines)} scores right,"
        f" {readings} readings, {asked} asked ({asked / max(1, readings):.1%}), {wrong} silently wrong"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))

"""A table is switched off between any two looks: it goes on as if it had not been."""

from pathlib import Path
from random import Random

import pytest

from companion.games.game import HOST
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of
from tests.table.tracking.test_beam import story


def decided(bench: Bench) -> object:
    """Return what the table has accepted, and what it asks or offers."""
    state = bench.table.state(HOST)
    offer = state["proposal"]
    return (
        [line["move"] for line in state["history"]],
        offer and (offer["kind"], offer["text"]["code"], [one["moves"] for one in offer["choices"]]),
        state.get("notice"),
    )


def played(looks: list[list[PaperDie]], path: Path, off_before: int | None) -> list[object]:
    """Show these looks to a table that is switched off before one of them; return what it decides."""
    bench, made = bench_on(path, 1), []
    bench.table.start_sitting({"game": "yacht", "seats": ["Ana", "Bob"]})
    for number, dice in enumerate(looks):
        if number == off_before:
            bench.table.close()
            bench = bench_on(path, 1)
        bench.show(reading_of(dice))
        bench.wait(3.0)
        made.append(decided(bench))
    bench.table.close()
    return made


@pytest.mark.parametrize("seed", range(6))
def test_a_restart_between_any_two_looks_changes_nothing(seed: int, tmp_path: Path) -> None:
    looks = [dice for _, dice in story(Random(seed), 5)]
    plain = played(looks, tmp_path / "plain.lines", None)
    for number in range(1, len(looks)):
        assert played(looks, tmp_path / f"{number}.lines", number) == plain, f"before look {number}"


def test_what_lies_still_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    bench = bench_on(path, 1)
    bench.table.start_sitting({"game": "yacht", "seats": ["Ana", "Bob"]})
    dice = story(Random(1), 5)[0][1]
    bench.show(reading_of(dice))
    bench.wait(3.0)
    sizes = []
    for _ in range(4):
        bench.show(reading_of(dice))
        bench.wait(3.0)
        sizes.append(path.stat().st_size)
    bench.table.close()
    assert len(set(sizes)) == 1

"""A set that says which edges of a face belong together: a sitting keeps to what it began with."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from companion.games.game import EVERYONE
from companion.table.plays.carcassonne_dice.drawing import placed_die
from companion.table.plays.carcassonne_dice.play import PLAY
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench, bench_on
from vision.dice import sets
from vision.kinds import built_in

TWO_PARTS = [["top"], ["right"]]
BEGUN: JsonObject = {"game": "carcassonne_dice", "seats": ["Ana", "Bob"]}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A taught set whose corner is really two parts."""
    assert "carcassonne" in built_in()
    folder = tmp_path / "mine"
    copytree(Path(sets.__file__).parents[1] / "sets" / "carcassonne", folder)
    told = json.loads((folder / "faces.json").read_text("utf-8"))
    told["faces"]["corner"]["parts"] = TWO_PARTS
    (folder / "faces.json").write_text(json.dumps(told), "utf-8")
    return folder


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_on(None, 1)
    yield made
    made.table.close()


def corner(bench: Bench) -> object:
    view = bench.table.state(EVERYONE)["view"]
    assert view is not None
    return view["faces"]["corner"]


def test_a_sitting_begun_with_a_taught_set_has_the_parts_that_the_set_says(
    bench: Bench, mine: Path
) -> None:
    bench.table.sets.use("dice", str(mine))
    bench.table.start_sitting(BEGUN)
    told = bench.table.history.setup.options["faces"]
    assert isinstance(told, dict)
    assert told["corner"] == TWO_PARTS
    assert corner(bench) == TWO_PARTS


def test_a_running_game_keeps_the_faces_that_it_began_with(bench: Bench, mine: Path) -> None:
    bench.table.start_sitting(BEGUN)
    bench.table.sets.use("dice", str(mine))
    assert "faces" not in bench.table.history.setup.options
    assert corner(bench) == [["top", "right"]]


def test_what_a_first_line_says_goes_before_what_the_set_says(bench: Bench, mine: Path) -> None:
    bench.table.sets.use("dice", str(mine))
    bench.table.start_sitting({**BEGUN, "options": {"faces": {"three": [["top"], ["right", "bottom"]]}}})
    assert corner(bench) == [["top", "right"]]


def test_a_set_that_says_nothing_or_cannot_be_read_leaves_the_first_line_as_it_is(
    tmp_path: Path,
) -> None:
    """The built-in set bears the printed faces."""
    assert PLAY.with_sets(BEGUN, {"dice": "carcassonne"}) == BEGUN
    (tmp_path / "faces.json").write_text("half")
    assert PLAY.with_sets(BEGUN, {"dice": str(tmp_path)}) == BEGUN


def test_a_die_with_two_parts_is_drawn_with_two_where_no_script_runs() -> None:
    placed = {"face": "corner", "cell": [0, 0], "turns": 0}
    as_printed = placed_die(placed, {"corner": [["top", "right"]]})
    assert as_printed.count("<path") == 1
    assert placed_die(placed, {"corner": TWO_PARTS}).count("<path") == 2

"""A throw is taken back while its dice still lie there: the page goes on, and what was refused is not
made again by itself."""

from collections.abc import Iterator

import pytest

from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.game import HOST
from companion.table.shapes.moves import ProposalShape
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of

THROWS = {
    "carcassonne_dice": (
        ["cap", "cap", "straight", "corner", "corner", "three", "cap", "knight", "straight"],
        ["three", "three", "three", "cap", "straight", "straight", "corner", "knight", "three"],
    ),
    "yacht": (list("11456"), list("22345")),
    "plain_dice": (list("11456"), list("22345")),
}
games = pytest.mark.parametrize("game", THROWS)


@pytest.fixture
def bench(game: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(CarcassonneDice, "odds", lambda _game, _state: None)
    made = bench_on(None, 1)
    made.table.start_sitting({"game": game, "seats": ["Ana", "Bob"]})
    yield made
    made.table.close()


def thrown(faces: list[str], row: float = 0.0) -> list[PaperDie]:
    return [PaperDie(face, (2.0 * number - 9, row)) for number, face in enumerate(faces)]


def look(bench: Bench, dice: list[PaperDie]) -> None:
    bench.show(reading_of(dice))
    bench.wait(30.0)


def throws(bench: Bench) -> list[list[str]]:
    lines = bench.table.state(HOST)["history"]
    return [
        sorted(line["move"]["faces"]) for line in lines if not line["undone"] and "faces" in line["move"]
    ]


def asked(bench: Bench) -> ProposalShape:
    offer = bench.table.state(HOST)["proposal"]
    assert offer is not None
    return offer


def take_back(bench: Bench, faces: list[str]) -> None:
    """Throw these dice, and take the throw back while they lie there."""
    look(bench, thrown(faces))
    assert throws(bench) == [sorted(faces)]
    bench.table.submit(HOST, "back", {"move": "undo"})
    bench.wait(60.0)


@games
def test_what_lies_there_is_offered_at_once_and_never_taken_by_itself(game: str, bench: Bench) -> None:
    faces, _ = THROWS[game]
    take_back(bench, faces)
    assert (throws(bench), asked(bench)["kind"]) == ([], "question")
    look(bench, thrown(faces))
    assert (throws(bench), asked(bench)["kind"]) == ([], "question")
    bench.table.answer(HOST, asked(bench)["id"], "accept")
    assert throws(bench) == [sorted(faces)]


@games
def test_a_die_of_it_can_be_put_right(game: str, bench: Bench) -> None:
    faces, others = THROWS[game]
    take_back(bench, faces)
    (choice,) = asked(bench)["choices"][:1]
    assert sorted(die["face"] for die in choice["dice"]) == sorted(faces)
    right = [others[-1] if number == 0 else die["face"] for number, die in enumerate(choice["dice"])]
    bench.table.answer(HOST, asked(bench)["id"], choice["id"], right)
    assert throws(bench) == [sorted(right)]


@games
def test_another_throw_is_made_as_ever(game: str, bench: Bench) -> None:
    faces, others = THROWS[game]
    take_back(bench, faces)
    look(bench, [])
    look(bench, thrown(others, row=4.0))
    assert throws(bench) == [sorted(others)]

"""At the table with the players' own tiles, vote cards and building cards, and no phone needed."""

from collections.abc import Iterator

import pytest

from companion.errors import NotAllowed
from companion.games import catalogue
from companion.games.drunter.state import Laying, Voting
from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench, bench_on

ANA, BOB, CYD = (seat_role(Seat(number)) for number in (1, 2, 3))

STREET: JsonObject = {"move": "lay", "kind": "street", "length": 3, "gang": [14, 0], "towards": "south"}
OVER: JsonObject = {"move": "lay", "kind": "street", "length": 2, "gang": [14, 3], "towards": "west"}
"""Over the outhouse at 12, 3."""
NEXT: JsonObject = {"move": "lay", "kind": "wall", "length": 1, "gang": [14, 9], "towards": "north"}
REFUSED: JsonObject = {"move": "counted", "yes": 2, "no": 4}
PASSED: JsonObject = {"move": "counted", "yes": 4, "no": 4}


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_on(None, 1)
    seats = ["Ana", "Bob", "Cyd"]
    own: JsonObject = {"tiles": None, "cards": None, "options": {"own_votes": True}}
    made.table.start_sitting({"game": "drunter", "seats": seats, **own})
    for role, words in ((ANA, STREET), (BOB, OVER)):
        made.table.submit(role, str(words), words)
    yield made
    made.table.close()


def phase(bench: Bench) -> object:
    return bench.table.history.state.phase


def last_move(bench: Bench) -> JsonObject:
    return dict(bench.table.state(HOST)["history"][-1]["move"])


def test_the_table_does_not_deal_what_a_first_line_leaves_to_the_players(bench: Bench) -> None:
    assert bench.table.history.setup.dealt == {"tiles": None, "cards": None}
    assert not bench.table.history.setup.chosen


@pytest.mark.parametrize("role", [HOST, ANA, BOB, CYD])
def test_the_host_or_any_seat_says_what_a_vote_came_to(bench: Bench, role: Role) -> None:
    assert isinstance(phase(bench), Voting)
    bench.table.submit(role, "sums", {"seat": "Ana", **REFUSED} if role == ANA else REFUSED)
    assert phase(bench) == Laying(Seat(3))
    assert last_move(bench) == REFUSED, "it is no seat's move, whoever says it"


def test_who_only_looks_on_says_nothing(bench: Bench) -> None:
    with pytest.raises(NotAllowed):
        bench.table.submit(EVERYONE, "sums", REFUSED)


def test_any_seat_puts_the_sums_right_until_the_next_lay(bench: Bench) -> None:
    bench.table.submit(BOB, "sums", REFUSED)
    number = len(bench.table.history.entries)
    right: JsonObject = {"move": "correct", "number": number, "with": PASSED}
    bench.table.submit(ANA, "right", right)
    assert len(bench.table.history.state.town.tiles) == 2
    bench.table.submit(CYD, "next", NEXT)
    with pytest.raises(NotAllowed, match="cannot correct that any more"):
        bench.table.submit(ANA, "too late", {**right, "with": REFUSED})
    bench.table.submit(HOST, "host", {**right, "with": REFUSED})
    assert len(bench.table.history.state.town.tiles) == 2, "the street lies, and what was laid since"


def test_sums_are_taken_back_like_any_move(bench: Bench) -> None:
    bench.table.submit(HOST, "sums", REFUSED)
    bench.table.submit(HOST, "undo", {"move": "undo"})
    assert isinstance(phase(bench), Voting)
    assert bench.table.history.state.spent == 0


def test_a_seat_that_cannot_lay_passes_and_none_for_another(bench: Bench) -> None:
    bench.table.submit(HOST, "sums", REFUSED)
    with pytest.raises(NotAllowed):
        bench.table.submit(ANA, "for Cyd", {"seat": "Cyd", "move": "pass"})
    bench.table.submit(CYD, "pass", {"move": "pass"})
    assert phase(bench) == Laying(Seat(1), passed=1)


def test_an_evening_without_a_phone_goes_to_its_end_and_a_tie_is_settled_after_it(bench: Bench) -> None:
    bench.table.submit(HOST, "sums", PASSED)
    for number in range(3):
        bench.table.submit(HOST, f"pass {number}", {"move": "pass"})
    cards = {"Ana": "stable", "Bob": "bank", "Cyd": "jail"}
    bench.table.submit(HOST, "show", {"move": "show", "cards": cards})
    state = bench.table.state(EVERYONE)
    view = state["view"]
    assert state["outcome"] is not None
    assert view is not None
    tied = view["tied"]
    assert tied == state["outcome"]["winners"]
    assert len(tied) > 1
    bench.table.submit(BOB, "left", {"move": "left", "votes": {name: n for n, name in enumerate(tied)}})
    state = bench.table.state(EVERYONE)
    assert state["outcome"] is not None
    assert state["outcome"]["winners"] == tied[-1:]
    record = [line for line in bench.table.record().splitlines() if line]
    assert '"left"' in record[-1]


def test_the_record_replays_as_own_tiles(bench: Bench) -> None:
    game = catalogue.game("drunter")
    assert game.start(bench.table.history.setup).supply is not None

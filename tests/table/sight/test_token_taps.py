"""What was read of tokens is put right by tap: what it is, or that nothing lies there."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.errors import IllegalMove
from companion.games.game import HOST, Seat, seat_role
from companion.games.ubongo.gems import deal_gems
from companion.table.shapes.seen import SeenShape
from companion.table.sight.tapped import Tapped
from tests.table.conftest import Bench, bench_on
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of, tokens_of

NAMES = ("Ana", "Bob")


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_on(None, 1)
    yield made
    made.table.close()


def laying_out(bench: Bench) -> PaperTable:
    rng = Random(4)
    bench.table.start_sitting(
        {"game": "ubongo", "seats": NAMES, "gems": "seen", "pawns": {"Ana": 0, "Bob": 2}}
    )
    return PaperTable(bench, board_of(deal_gems(rng)), rng)


def seen(bench: Bench) -> SeenShape:
    found = bench.table.state(HOST)["watch"]["seen"]
    assert found is not None
    return found


def unsure(bench: Bench) -> list[int]:
    return [place for place, token in enumerate(seen(bench)["tokens"]) if not token["sure"]]


def put(bench: Bench, place: int, label: str, seat: int | None = None) -> None:
    role = HOST if seat is None else seat_role(Seat(seat))
    tapped = Tapped(seen(bench)["frame"], place, label, is_token=True)
    bench.table.put_right(role, tapped)
    bench.wait(0.1)


def test_a_gem_that_is_put_right_lets_the_board_be_taken_over(bench: Bench) -> None:
    table = laying_out(bench)
    reading = tokens_of(table.board, {(1, 3): "brown", (4, 0): "yellow"})
    table.look(reading)
    for place in unsure(bench):
        cell = reading.tokens[place].cell
        assert cell is not None
        put(bench, place, str(table.board[cell.row][cell.column]))
    assert unsure(bench) == []
    bench.wait()
    assert bench.view()["gems"] == table.board


def test_it_stays_right_as_long_as_it_is_read_as_wrongly_there(bench: Bench) -> None:
    table = laying_out(bench)
    wrong = tokens_of(table.board, {(1, 3): "brown"})
    table.look(wrong)
    (place,) = unsure(bench)
    put(bench, place, "red")
    table.look(wrong)
    assert seen(bench)["tokens"][place]["label"] == "red"
    table.look(tokens_of(table.board, {(1, 3): "violet"}))
    assert seen(bench)["tokens"][place]["label"] != "red"


def test_what_is_no_token_is_taken_out(bench: Bench) -> None:
    table = laying_out(bench)
    table.board[2][5] = None
    ghost = [row[:] for row in table.board]
    ghost[2][5] = "green"
    reading = tokens_of(ghost, {(2, 5): "green"}, doubts=("maybe_extra",))
    table.look(reading)
    (place,) = unsure(bench)
    count = len(seen(bench)["tokens"])
    put(bench, place, "empty", seat=2)
    assert len(seen(bench)["tokens"]) == count - 1
    assert seen(bench)["doubts"] == []


def test_a_token_that_is_none_or_of_an_older_picture_is_refused(bench: Bench) -> None:
    table = laying_out(bench)
    table.look()
    frame = seen(bench)["frame"]
    for wrong in ((frame - 1, 0), (frame, 72)):
        with pytest.raises(IllegalMove, match="anew"):
            bench.table.put_right(HOST, Tapped(*wrong, "red", is_token=True))


def test_a_gem_that_was_not_read_is_told_with_the_hole_it_lies_in(bench: Bench) -> None:
    table = laying_out(bench)
    board = [row[:] for row in table.board]
    board[2][5] = None
    table.look(tokens_of(board, doubts=("maybe_missed",)))
    reading = tokens_of(table.board)
    (gem,) = [token for token in reading.tokens if token.cell == (5, 2)]
    at = (gem.centre_px.x / reading.size_px[0] + 0.002, gem.centre_px.y / reading.size_px[1])
    tapped = Tapped(seen(bench)["frame"], None, gem.label, is_token=True, at=at)
    bench.table.put_right(HOST, tapped)
    bench.wait(0.1)
    assert (len(seen(bench)["tokens"]), seen(bench)["doubts"]) == (72, [])
    bench.wait()
    assert bench.view()["gems"] == table.board
    with pytest.raises(IllegalMove, match="anew"):
        bench.table.put_right(HOST, tapped)

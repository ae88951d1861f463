"""What the gems on the board mean: read before the game, taken, moved, put back."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.devices.device import Press
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.games.ubongo.gems import deal_gems
from companion.table.shapes import JsonObject, ProposalShape
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of, no_board, tokens_of

NAMES = ("Ana", "Bob", "Cyril", "Dana")
LONG_S = 20.0
"""Nothing has moved for so long: since well before the sand was through."""
PAWNS = {"Ana": 0, "Bob": 2, "Cyril": 5, "Dana": 5}


def begin(bench: Bench, **options: object) -> PaperTable:
    """Begin with a board that was told, nothing seen yet."""
    rng = Random(4)
    gems = deal_gems(rng)
    first = {"game": "ubongo", "seats": NAMES, "options": options, "gems": gems, "pawns": PAWNS}
    bench.table.start_sitting(first)  # type: ignore[arg-type]
    return PaperTable(bench, board_of(gems), rng)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_on(None, 1)
    yield made
    made.table.close()


@pytest.fixture
def table(bench: Bench) -> PaperTable:
    """A running round, the board seen as it was told, the die beside it."""
    paper = begin(bench)
    paper.look()
    paper.roll()
    paper.look()
    bench.wait()
    assert bench.view()["phase"] == "running"
    return paper


def call(bench: Bench, *seats: int) -> None:
    for seat in seats:
        bench.table.press(Press(f"call-{seat}", bench.clock.now()))
        bench.wait(1.0)


def proposal(bench: Bench) -> ProposalShape | None:
    return bench.table.state(EVERYONE)["proposal"]


def asked(bench: Bench) -> ProposalShape:
    found = proposal(bench)
    assert found is not None
    return found


def notice(bench: Bench) -> str | None:
    said = bench.table.state(EVERYONE).get("notice")
    return None if said is None else said["code"]


def moves(bench: Bench) -> list[JsonObject]:
    return [line["move"] for line in bench.table.state(HOST)["history"] if not line["undone"]]


def answer(bench: Bench, choice: str) -> None:
    bench.table.answer(HOST, asked(bench)["id"], choice)
    bench.table.weigh()


# The board before the first round


def laying_out(bench: Bench) -> PaperTable:
    rng = Random(4)
    bench.table.start_sitting({"game": "ubongo", "seats": NAMES, "gems": "seen", "pawns": PAWNS})
    return PaperTable(bench, board_of(deal_gems(rng)), rng)


def test_a_board_that_is_sure_is_taken_over(bench: Bench) -> None:
    table = laying_out(bench)
    table.look()
    assert asked(bench)["kind"] == "move"
    bench.wait()
    assert bench.view()["gems"] == table.board
    assert bench.view()["phase"] == "to_roll"


def test_what_is_not_sure_is_asked_hole_by_hole_likely_colours_first(bench: Bench) -> None:
    table = laying_out(bench)
    true = [str(table.board[row][hole]) for row, hole in ((1, 3), (4, 0))]
    table.look(tokens_of(table.board, {(1, 3): "brown", (4, 0): "yellow"}))
    for number, (row, hole) in enumerate(((1, 3), (4, 0))):
        question = asked(bench)
        assert (question["kind"], question["text"]["code"]) == ("question", "ubongo.referee.which_gem")
        assert question["text"]["params"]["left"] == 2 - number
        assert len(question["choices"]) == 6
        assert true[number] in [one["moves"][0]["gem"] for one in question["choices"][:2]]
        answer(bench, f"gem-{row}-{hole}-{true[number]}")
    bench.wait()
    assert bench.view()["gems"] == table.board


def test_a_gem_that_was_told_counts_against_what_is_seen(bench: Bench) -> None:
    """Here a yellow gem is surely taken for brown: the count betrays it, and the table asks."""
    table = laying_out(bench)
    row, hole = next((row, cells.index("yellow")) for row, cells in enumerate(table.board))
    wrong = [list(cells) for cells in table.board]
    wrong[row][hole] = "brown"
    table.look(tokens_of(wrong))
    question = asked(bench)
    assert question["text"]["code"] == "ubongo.referee.not_twelve"
    assert (question["text"]["params"]["many"], question["text"]["params"]["few"]) == (13, 11)
    bench.table.submit(HOST, "told", {"move": "gem", "row": row, "hole": hole, "gem": "yellow"})
    table.look(tokens_of(wrong))
    bench.wait()
    assert bench.view()["gems"] == table.board


@pytest.mark.parametrize("what", ["bare", "hidden", "no board"])
def test_a_board_that_is_not_whole_is_waited_for(bench: Bench, what: str) -> None:
    table = laying_out(bench)
    part = [list(cells) for cells in table.board]
    part[2][7] = None
    seen = {
        "bare": (tokens_of(part), "ubongo.referee.bare"),
        "hidden": (tokens_of(table.board, hidden=[(2, 7)]), "ubongo.referee.hidden"),
        "no board": (no_board(), "ubongo.referee.no_board"),
    }
    reading, code = seen[what]
    table.look(reading)
    assert (proposal(bench), notice(bench)) == (None, code)
    table.look()
    bench.wait()
    assert bench.view()["phase"] == "to_roll"


# The die


def test_the_die_that_comes_to_rest_turns_the_glass_from_that_moment(bench: Bench) -> None:
    table = begin(bench)
    table.look()
    symbol = table.roll()
    table.look()
    bench.wait(2.0)
    timer = bench.table.state(EVERYONE)["timer"]
    assert timer is not None
    assert timer["left_s"] == 43.0
    assert bench.view()["symbol"] == symbol


def test_a_die_that_lay_there_before_is_no_roll(bench: Bench) -> None:
    table = begin(bench)
    table.roll()
    for _ in range(3):
        table.look()
        bench.wait()
    assert bench.view()["phase"] == "to_roll"
    table.roll()
    table.look()
    bench.wait()
    assert bench.view()["phase"] == "running"


def test_the_die_of_the_last_round_is_no_roll_of_the_next(bench: Bench, table: PaperTable) -> None:
    call(bench, 1)
    table.look()
    bench.wait(60.0)
    table.look()
    bench.wait()
    assert (bench.view()["round"], bench.view()["phase"]) == (2, "to_roll")


def test_where_the_symbol_is_not_sure_the_glass_runs_and_the_symbol_is_asked(bench: Bench) -> None:
    table = begin(bench)
    table.look()
    table.die = PaperDie("mask", (3.0, 6.0))
    table.look(die=reading_of([table.die], doubt=0, instead="hand"))
    bench.wait()
    assert (bench.view()["phase"], bench.view()["symbol"]) == ("running", None)
    assert asked(bench)["text"]["code"] == "ubongo.referee.which_symbol"
    answer(bench, "symbol-mask")
    assert bench.view()["symbol"] == "mask"


def test_another_die_that_may_be_missed_matters_not_where_the_one_of_the_game_is_sure(
    bench: Bench,
) -> None:
    table = begin(bench)
    table.look()
    table.die = PaperDie("mask", (3.0, 6.0))
    table.look(die=replace(reading_of([table.die]), sure=False, doubts=("maybe_missed",)))
    bench.wait()
    assert (bench.view()["phase"], bench.view()["symbol"]) == ("running", "mask")


def test_a_key_pressed_at_the_roll_turns_the_glass_and_the_die_names_the_symbol(bench: Bench) -> None:
    table = begin(bench)
    table.look()
    bench.table.press(Press("ok", bench.clock.now()))
    bench.wait(1.5)
    symbol = table.roll()
    table.look()
    bench.wait()
    timer = bench.table.state(EVERYONE)["timer"]
    assert timer is not None
    assert (bench.view()["symbol"], timer["left_s"]) == (symbol, 41.5)


def test_a_die_that_was_perhaps_only_pushed_is_asked_about(bench: Bench) -> None:
    table = begin(bench)
    table.die = PaperDie("snake", (0.0, 6.0))
    table.look()
    table.die = PaperDie("snake", (0.6, 6.0))
    table.look()
    assert asked(bench)["text"]["code"] == "ubongo.referee.rolled_or_pushed"
    answer(bench, "not-rolled")
    table.look()
    bench.wait()
    assert bench.view()["phase"] == "to_roll"


# Takes


def test_two_nearest_gems_gone_are_the_take_of_who_has_called(bench: Bench, table: PaperTable) -> None:
    call(bench, 2)
    taken = [gem for _, gem in table.take(3)]
    table.look()
    assert asked(bench)["kind"] == "move"
    bench.wait()
    assert moves(bench)[-1] == {"seat": "Bob", "move": "take", "row": 3}
    assert [gem for gem, count in bench.view()["players"]["Bob"]["gems"].items() if count] == sorted(
        set(taken), key=list(bench.view()["players"]["Bob"]["gems"]).index
    )
    assert bench.view()["gems"][3] == table.board[3][2:]


def test_who_took_is_asked_where_two_may_have(bench: Bench, table: PaperTable) -> None:
    call(bench, 1, 2)
    table.take(1)
    table.look()
    question = asked(bench)
    assert (question["kind"], question["text"]["code"]) == ("question", "ubongo.referee.who_took")
    assert [choice["moves"] for choice in question["choices"]] == [
        [{"seat": "Ana", "move": "take", "row": 1}],
        [{"seat": "Bob", "move": "take", "row": 1}],
        [],
    ]
    answer(bench, "take-1")
    assert moves(bench)[-1] == {"seat": "Bob", "move": "take", "row": 1}


def test_where_only_one_can_reach_the_row_nothing_is_asked(bench: Bench, table: PaperTable) -> None:
    call(bench, 1, 3)
    table.take(4)
    table.take(1)
    table.look()
    bench.wait()
    assert moves(bench)[-2:] == [
        {"seat": "Ana", "move": "take", "row": 1},
        {"seat": "Cyril", "move": "take", "row": 4},
    ]


def test_gems_in_the_hand_before_the_end_and_seen_after_it_count(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    table.take(2)
    bench.wait(50.0)
    assert (bench.view()["round"], bench.view()["phase"]) == (2, "to_roll")
    table.look(rested_s=LONG_S)
    bench.wait()
    assert moves(bench)[-2:] == [{"seat": "Bob", "move": "take", "row": 2}, {"move": "time_up"}]
    last = bench.table.state(HOST)["history"][-1]
    assert (last["by"], bench.view()["round"]) == ("clock", 2)
    table.look()
    assert (proposal(bench), notice(bench)) == (None, None)


def test_gems_that_hands_took_while_the_sand_ran_through_are_asked_about(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    bench.wait(50.0)
    table.take(2)
    table.look(rested_s=0.5)
    assert asked(bench)["text"]["code"] == "ubongo.referee.in_time"
    bench.wait()
    assert moves(bench)[-1] == {"move": "time_up"}
    answer(bench, "take-0")
    assert moves(bench)[-2:] == [{"seat": "Bob", "move": "take", "row": 2}, {"move": "time_up"}]


def test_gems_that_lay_there_untouched_when_the_sand_was_through_are_gone_too_late(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    table.look()
    bench.wait(50.0)
    table.rest()
    gems = table.take(2)
    table.look()
    assert asked(bench)["text"]["code"] == "ubongo.referee.too_late"
    answer(bench, "not-taken")
    table.put_back(2, gems)
    table.look()
    assert (proposal(bench), notice(bench)) == (None, None)


def test_what_was_entered_before_the_end_is_taken_out_again_by_stop(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    table.take(2)
    bench.wait(50.0)
    before = bench.view()
    table.look(rested_s=LONG_S)
    bench.wait()
    state = bench.table.state(HOST)
    bench.table.answer(HOST, str(state["accepted"]), "stop")
    assert bench.view() == before


def test_gems_seen_to_lie_there_after_the_end_and_taken_then_are_asked_about(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    bench.wait(50.0)
    table.look()
    gems = table.take(2)
    table.look()
    assert asked(bench)["text"]["code"] == "ubongo.referee.too_late"
    answer(bench, "not-taken")
    assert notice(bench) == "ubongo.referee.put_back_missing"
    table.put_back(2, gems)
    table.look()
    assert (proposal(bench), notice(bench)) == (None, None)


def test_takes_of_the_last_round_count_though_they_are_seen_when_the_game_has_ended(
    bench: Bench,
) -> None:
    table = begin(bench, rounds=1)
    table.look()
    table.roll()
    table.look()
    bench.wait()
    call(bench, 2)
    table.take(2)
    bench.wait(60.0)
    assert bench.view()["phase"] == "ended"
    table.look(rested_s=LONG_S)
    bench.wait()
    assert sum(bench.view()["players"]["Bob"]["gems"].values()) == 2


def test_a_players_gems_laid_out_after_the_end_are_counted(bench: Bench) -> None:
    table = begin(bench, rounds=1)
    table.look()
    table.roll()
    table.look()
    bench.wait()
    call(bench, 2, 1)
    won = {2: [gem for _, gem in table.take(4)], 1: [gem for _, gem in table.take(0)]}
    table.look()
    bench.wait(60.0)
    for gems, code in (
        (won[2], "ubongo.referee.counted_as"),
        ([*won[2], "red", "red"], "ubongo.referee.counted"),
        ([*won[1], *won[2]], None),
    ):
        table.look(tokens_of(table.board, loose=gems))
        assert notice(bench) == code


def test_late_takes_are_read_in_the_order_of_the_calls(bench: Bench) -> None:
    table = begin(bench, late_takes=True)
    table.look()
    table.roll()
    table.look()
    bench.wait()
    call(bench, 2, 1)
    bench.wait(60.0)
    table.take(1)
    table.look()
    bench.wait()
    table.take(1)
    table.look()
    bench.wait()
    assert moves(bench)[-2:] == [
        {"seat": "Bob", "move": "take", "row": 1},
        {"seat": "Ana", "move": "take", "row": 1},
    ]


@pytest.mark.parametrize(
    ("rows", "called", "code"),
    [
        ([(1, 2)], [], "ubongo.referee.unexplained_nobody"),
        ([(1, 1)], [1], "ubongo.referee.unexplained_who"),
        ([(5, 2)], [1], "ubongo.referee.unexplained_who"),
        ([(1, 2), (2, 2)], [1], "ubongo.referee.unexplained_who"),
        ([(1, 4)], [1], "ubongo.referee.unexplained_who"),
    ],
    ids=["nobody called", "one gem", "out of reach", "two takes of one", "four gems"],
)
def test_what_no_take_explains_is_told(
    bench: Bench, table: PaperTable, rows: list[tuple[int, int]], called: list[int], code: str
) -> None:
    call(bench, *called)
    for row, count in rows:
        table.take(row, count)
    before = bench.view()
    table.look()
    bench.wait()
    assert (proposal(bench), notice(bench), bench.view()) == (None, code, before)


def test_gems_that_are_not_the_nearest_are_told(bench: Bench, table: PaperTable) -> None:
    call(bench, 1)
    table.board[1][4] = None
    table.look()
    bench.wait()
    assert (proposal(bench), notice(bench)) == (None, "ubongo.referee.not_nearest")


def test_a_gem_put_back_where_one_was_taken_is_told(bench: Bench, table: PaperTable) -> None:
    call(bench, 2)
    gems = table.take(2)
    table.look()
    bench.wait()
    table.put_back(2, gems[1:])
    table.look()
    assert notice(bench) == "ubongo.referee.put_back"


def test_a_gem_of_another_colour_is_told_and_put_right_by_a_tap(bench: Bench, table: PaperTable) -> None:
    other = "red" if table.board[3][6] != "red" else "blue"
    table.board[3][6] = other
    table.look()
    assert notice(bench) == "ubongo.referee.other_colour"
    answer(bench, "gem-3-6")
    assert bench.view()["gems"][3][6] == other
    assert notice(bench) is None


def test_another_board_is_told_and_no_take_is_read_from_it(bench: Bench, table: PaperTable) -> None:
    call(bench, 1)
    table.board = board_of(deal_gems(Random(99)))
    table.take(1)
    table.look()
    bench.wait()
    assert (proposal(bench), notice(bench)) == (None, "ubongo.referee.other_board")


def test_while_something_reaches_in_nothing_is_taken(bench: Bench, table: PaperTable) -> None:
    call(bench, 2)
    table.take(2)
    table.look(tokens_of(table.board, covered=True))
    assert proposal(bench) is None
    table.look()
    bench.wait()
    assert moves(bench)[-1]["move"] == "take"


def test_what_reaches_in_beside_the_board_hides_no_gem(bench: Bench, table: PaperTable) -> None:
    """A cup at the table's edge."""
    call(bench, 2)
    table.take(2)
    table.look(replace(tokens_of(table.board, covered=True), reached=()))
    bench.wait()
    assert moves(bench)[-1]["move"] == "take"


def test_a_hole_of_which_it_is_not_sure_that_it_is_bare_is_asked(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    table.take(2)
    table.look(tokens_of(table.board, doubts=["maybe_missed"]))
    assert asked(bench)["kind"] == "question"


def test_a_take_that_a_person_took_back_is_asked_when_it_is_seen_again(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    table.take(2)
    table.look()
    bench.wait()
    bench.table.submit(HOST, "back", {"move": "undo"})
    table.look()
    assert asked(bench)["kind"] == "question"


def test_a_take_by_phone_needs_no_reading_and_agrees_with_it(bench: Bench, table: PaperTable) -> None:
    call(bench, 2)
    bench.table.submit(seat_role(Seat(2)), "take", {"move": "take", "row": 4})
    table.take(4)
    table.look()
    bench.wait()
    assert (proposal(bench), notice(bench)) == (None, None)
    assert bench.view()["gems"][4] == table.board[4][2:]

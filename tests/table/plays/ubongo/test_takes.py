"""Gems that are taken: by whom, when, and what no take explains."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.game import HOST, Seat, seat_role
from companion.games.ubongo.gems import deal_gems
from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of, tokens_of
from tests.table.plays.ubongo.watched_round import (
    LONG_S,
    answer,
    asked,
    begin_round,
    call,
    moves,
    notice,
    proposal,
)


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


def test_who_took_is_asked_where_one_who_called_before_has_not_taken(
    bench: Bench, table: PaperTable
) -> None:
    """Ana moved too far: by the rules only Cyril can take from row 4."""
    call(bench, 1, 3)
    table.take(4)
    table.look()
    question = asked(bench)
    assert (question["kind"], question["text"]["code"]) == ("question", "ubongo.referee.who_took")
    assert [choice["moves"] for choice in question["choices"]] == [
        [{"seat": "Cyril", "move": "take", "row": 4}],
        [],
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


def test_gems_that_hands_took_while_the_sand_ran_through_count_as_in_time(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    bench.wait(50.0)
    table.take(2)
    table.look(rested_s=0.5)
    assert asked(bench)["kind"] == "move"
    bench.wait()
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
    assert (asked(bench)["kind"], notice(bench)) == ("pending", "ubongo.referee.too_late")
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
    assert (asked(bench)["kind"], notice(bench)) == ("pending", "ubongo.referee.too_late")
    table.put_back(2, gems)
    table.look()
    assert (proposal(bench), notice(bench)) == (None, None)


def test_who_objects_that_gems_were_taken_in_time_is_believed(bench: Bench, table: PaperTable) -> None:
    call(bench, 2)
    bench.wait(50.0)
    table.look()
    table.take(2)
    table.look()
    answer(bench, "take-0")
    assert moves(bench)[-2:] == [{"seat": "Bob", "move": "take", "row": 2}, {"move": "time_up"}]
    table.look()
    assert (proposal(bench), notice(bench)) == (None, None)


def test_takes_of_the_last_round_count_though_they_are_seen_when_the_game_has_ended(
    bench: Bench,
) -> None:
    table = begin_round(bench, rounds=1)
    call(bench, 2)
    table.take(2)
    bench.wait(60.0)
    assert bench.view()["phase"] == "ended"
    table.look(rested_s=LONG_S)
    bench.wait()
    assert sum(bench.view()["players"]["Bob"]["gems"].values()) == 2


def test_a_players_gems_laid_out_after_the_end_are_counted(bench: Bench) -> None:
    table = begin_round(bench, rounds=1)
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


def test_pawns_on_the_red_fields_do_not_keep_a_players_gems_from_being_counted(bench: Bench) -> None:
    """Their heads may be gems to the eye. Where a gem may lie elsewhere, nothing is counted."""
    table = begin_round(bench, rounds=1)
    call(bench, 2, 1)
    won = [gem for _, gem in table.take(4)]
    table.take(0)
    table.look()
    bench.wait(60.0)
    table.look(tokens_of(table.board, loose=won[1:], missed=[(-1.6, -0.4), (3.0, 8.0)]))
    assert notice(bench) is None
    table.look(tokens_of(table.board, loose=won, missed=[(-1.6, -0.4), (-0.8, 5.3)]))
    assert notice(bench) == "ubongo.referee.counted_as"


def test_late_takes_are_read_in_the_order_of_the_calls(bench: Bench) -> None:
    table = begin_round(bench, late_takes=True)
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


def test_a_gem_whose_colour_alone_is_doubted_is_not_gone_though_one_beside_the_board_may_be_none(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    table.take(3)
    table.look(tokens_of(table.board, unsure={(1, 0): "red"}, doubts=["maybe_extra"]))
    bench.wait()
    assert moves(bench)[-1] == {"seat": "Bob", "move": "take", "row": 3}


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


def test_of_a_take_that_a_person_stopped_it_is_asked_what_it_was(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 2)
    table.take(2)
    table.look()
    assert asked(bench)["kind"] == "move"
    answer(bench, "stop")
    assert (asked(bench)["kind"], asked(bench)["text"]["code"]) == ("question", "ask.what_then")


def test_a_take_by_phone_needs_no_reading_and_agrees_with_it(bench: Bench, table: PaperTable) -> None:
    call(bench, 2)
    bench.table.submit(seat_role(Seat(2)), "take", {"move": "take", "row": 4})
    table.take(4)
    table.look()
    bench.wait()
    assert (proposal(bench), notice(bench)) == (None, None)
    assert bench.view()["gems"][4] == table.board[4][2:]

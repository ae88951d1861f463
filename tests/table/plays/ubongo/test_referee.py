"""What the gems on the board mean: read before the game, taken, moved, put back."""

from dataclasses import replace
from random import Random

import pytest

from companion.devices.device import Press
from companion.games.game import EVERYONE, HOST
from companion.games.ubongo.gems import deal_gems
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of, no_board, tokens_of
from tests.table.plays.ubongo.watched_round import (
    NAMES,
    PAWNS,
    answer,
    asked,
    begin,
    call,
    notice,
    proposal,
)
from vision.readings.places import GridCell

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


def places_of(table: PaperTable, *colours: str) -> dict[tuple[int, int], str]:
    return {
        (row, hole): gem
        for row, cells in enumerate(table.board)
        for hole, gem in enumerate(cells)
        if gem in colours
    }


def test_gems_of_one_colour_that_are_all_that_is_left_need_not_be_told(bench: Bench) -> None:
    """Under green light all green gems may be doubted; the others are surely twelve of each."""
    table = laying_out(bench)
    table.look(tokens_of(table.board, places_of(table, "green")))
    assert asked(bench)["kind"] == "move"
    bench.wait()
    assert bench.view()["gems"] == table.board


def test_gems_that_may_have_changed_places_are_asked(bench: Bench) -> None:
    """Twelve of each colour come out, too, where a gem of either colour was read as the other."""
    table = laying_out(bench)
    unsure = places_of(table, "green", "brown")
    green, brown = (next(at for at, gem in unsure.items() if gem == one) for one in ("green", "brown"))
    unsure[green], unsure[brown] = "brown", "green"
    table.look(tokens_of(table.board, unsure))
    assert asked(bench)["text"]["code"] == "ubongo.referee.which_gem"


@pytest.mark.parametrize("what", ["may be bare", "one too many"])
def test_one_unsure_gem_is_asked_where_the_count_does_not_settle_it(bench: Bench, what: str) -> None:
    table = laying_out(bench)
    row, hole = next(iter(places_of(table, "green")))
    reading = tokens_of(table.board, {(row, hole): "green"})
    seen = {
        "may be bare": replace(reading, doubted=(GridCell(hole, row),)),
        "one too many": tokens_of(table.board, {(row, hole): "red"}),
    }
    table.look(seen[what])
    assert asked(bench)["text"]["code"] == "ubongo.referee.which_gem"


def test_the_first_roll_is_seen_where_the_gems_were_told_by_hand(bench: Bench) -> None:
    table = laying_out(bench)
    table.look(tokens_of(table.board, {(1, 3): "brown", (4, 0): "yellow"}))
    bench.table.submit(HOST, "told", {"move": "gems", "gems": table.board})
    symbol = table.roll()
    table.look()
    bench.wait()
    assert (bench.view()["phase"], bench.view()["symbol"]) == ("running", symbol)


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


def test_what_may_be_a_second_die_is_none_where_the_one_of_the_game_is_sure(bench: Bench) -> None:
    table = begin(bench)
    table.look()
    table.die = PaperDie("mask", (3.0, 6.0))
    with_gem = [table.die, PaperDie("snake", (9.0, 6.0))]
    table.look(die=reading_of(with_gem, doubt=1, instead="hand"))
    bench.wait()
    assert (bench.view()["phase"], bench.view()["symbol"]) == ("running", "mask")


def test_a_key_pressed_at_the_roll_turns_the_glass_and_the_die_names_the_symbol(bench: Bench) -> None:
    table = begin(bench)
    table.look()
    bench.table.devices.press(Press("ok", bench.clock.now()))
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


def test_a_die_in_its_place_whose_symbol_is_read_upside_down_was_not_rolled(bench: Bench) -> None:
    table = begin(bench)
    table.die = PaperDie("shield", (3.0, 6.0))
    table.look()
    table.die = PaperDie("shield", (3.0, 6.0), 2)
    table.look()
    bench.wait()
    assert bench.view()["phase"] == "to_roll"
    assert bench.table.state(HOST)["proposal"] is None

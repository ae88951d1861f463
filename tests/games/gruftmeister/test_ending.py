"""Treasures home, winning, playing on for places."""

from companion.games.game import Outcome, Seat, Setup
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import State
from tests.games.gruftmeister.crypts import (
    ANA,
    BOB,
    CYD,
    DAN,
    MASTER,
    NAMES,
    SERVANT,
    begun,
    is_legal,
    placed,
    played,
    refused,
    step,
    turn_of,
)


def test_treasures_dropped_on_the_own_start_are_home_for_good() -> None:
    """[decided]"""
    state = placed(begun(), master_bag=["crown", "saw"], servant_bag=["ring"])
    state = played(state, m.Drop(ANA, MASTER, "crown"), m.Drop(ANA, SERVANT, "ring"))
    assert GAME.scores(state) == (2, 0)
    assert state.lying == {}
    refused(state, m.Take(ANA, "crown"), "no crown lies where the master stands")
    bobs = placed(turn_of(state, BOB), BOB, master=(0, 0))
    refused(bobs, m.Take(BOB, "crown"), "no crown lies")


def test_treasures_at_home_leave_the_limits() -> None:
    state = placed(begun(), master_bag=["crown", "crown"])
    state = played(state, m.Drop(ANA, MASTER, "crown"), m.Drop(ANA, MASTER, "crown"))
    state = placed(state, master=(4, 0))
    state = played(placed(state, master_bag=["crown"]), m.Drop(ANA, MASTER, "crown"))
    assert is_legal(state, m.Take(ANA, "crown"))


def test_other_things_and_other_starts_make_no_home() -> None:
    state = played(placed(begun(), master_bag=["saw"]), m.Drop(ANA, MASTER, "saw"))
    assert state.lying == {Cell(0, 0): ("saw",)}
    state = placed(begun(), master=(7, 1), master_bag=["crown"])
    state = played(state, m.Drop(ANA, MASTER, "crown"))
    assert GAME.scores(state) == (0, 0)
    assert state.lying == {Cell(7, 1): ("crown",)}


def nearly(players: int = 2, places: int = 1, **changes: object) -> State:
    """Ana has all five treasures at home; her master stands one step from it."""
    return placed(begun(players, places=places), **{"home": 5, "master": (1, 0), **changes})  # type: ignore[arg-type]


def test_first_with_five_treasures_home_and_both_figures_back_wins() -> None:
    state = played(nearly(), step(0, 0))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (ANA,)
    assert "seat 1 is first, with 5 treasures" in outcome.why
    assert GAME.to_move(state) is None
    assert list(GAME.legal_moves(state)) == []
    refused(state, m.EndTurn(ANA), "the game has ended")


def test_the_servant_must_be_back_too() -> None:
    state = played(nearly(servant=(0, 1)), step(0, 0))
    assert GAME.outcome(state) is None
    assert GAME.outcome(played(state, step(0, 0, SERVANT))) is not None


def test_four_treasures_do_not_win_the_fifth_dropped_does() -> None:
    state = nearly(home=4, master=(0, 0), servant_bag=["ring"])
    assert GAME.outcome(state) is None
    assert GAME.outcome(played(state, m.Drop(ANA, SERVANT, "ring"))) is not None


def test_a_carried_treasure_is_not_home() -> None:
    assert GAME.outcome(played(nearly(home=4, master_bag=["ring"]), step(0, 0))) is None


def comes_home(state: State, seat: Seat) -> State:
    """That seat's master has all five treasures at home and steps there from the field beside it."""
    start = state.home_of(seat)
    state = placed(state, seat, home=5, master=state.board.ways[start][0])
    return played(state, m.Step(seat, MASTER, start))


def test_the_others_play_on_for_second_and_third_place() -> None:
    state = comes_home(GAME.start(Setup("gruftmeister", NAMES, {"places": 3})), ANA)
    assert GAME.outcome(state) is None
    assert state.places == (ANA,)
    assert GAME.to_move(state) == BOB
    state = comes_home(played(state, m.EndTurn(BOB)), CYD)
    assert state.places == (ANA, CYD)
    state = played(state, m.EndTurn(DAN))
    assert GAME.to_move(state) == BOB
    assert GAME.outcome(comes_home(state, BOB)) == Outcome(
        (ANA,),
        "seat 1 is first; seat 3 is second; seat 2 is third, "
        "with 5 treasures and both figures on the start field",
    )


def test_the_last_one_left_plays_for_nothing() -> None:
    assert GAME.outcome(played(nearly(2, places=3), step(0, 0))) is not None


def test_a_game_that_nobody_can_win_any_more_ends_with_most_treasures() -> None:
    """Not in the rules: with too few treasures left the game would never end. Eight are in this one."""
    state = placed(placed(placed(begun(3), ANA, home=3), BOB, home=3), CYD, home=1)
    assert GAME.outcome(state) == Outcome(
        (ANA, BOB), "most treasures at home (3), nobody can have 5 any more"
    )
    assert GAME.outcome(placed(state, CYD, home=0)) is None


def test_one_who_has_five_at_home_can_still_win_whatever_is_left() -> None:
    state = placed(nearly(), BOB, home=3)
    assert GAME.outcome(state) is None

"""Treasures home, winning, playing on for places."""

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.game import Outcome, Seat, Setup
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.ending import fights_are_possible, why_ended
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.start import dealt
from companion.games.gruftmeister.state import State
from tests.games.gruftmeister.case import SMALL
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


def disarmed(players: int = 2, **changes: object) -> State:
    """No weapon is left under a chest; Ana carries one that is not the one she fights with next."""
    state = begun(players)
    weapons = {("chest", "sword"): 2, ("chest", "axe"): 2}
    return placed(replace(state, turned=weapons), **changes)  # type: ignore[arg-type]


def test_fights_are_possible_while_a_weapon_is_to_be_had_anywhere() -> None:
    """[decided] Carried, lying open, or under a closed chest; not under a coffin."""
    assert fights_are_possible(begun())
    assert not fights_are_possible(disarmed())
    assert fights_are_possible(disarmed(servant_bag=["axe"]))
    assert fights_are_possible(replace(disarmed(), lying={Cell(1, 0): ("sword",)}))
    assert not fights_are_possible(replace(disarmed(), buried={Cell(3, 1): ("sword",)}))


def test_a_game_ends_when_the_last_weapon_is_buried_and_nobody_can_reach_five() -> None:
    """The master dies with it: what lies under the coffins is out of reach, one crown under a chest."""
    state = disarmed(master=(2, 1), master_bag=["sword"], hearts=1, home=2)
    state = placed(state, BOB, home=1, servant_bag=["ring"])
    assert GAME.outcome(state) is None
    state = played(state, m.Fight(ANA, Cell(3, 1)), m.Throw(ANA, ("back", "monster")))
    assert GAME.outcome(state) == Outcome(
        (ANA,), "most treasures at home (2), nobody can have 5 any more"
    )
    assert why_ended(state) == "no_fight"
    assert GAME.to_move(state) is None


def test_without_weapons_the_game_goes_on_while_somebody_can_still_reach_five() -> None:
    state = disarmed(home=3, master_bag=["crown"])
    state = replace(state, turned={**state.turned, ("coffin", "crown"): 4})
    assert GAME.outcome(state) is None  # a crown may lie under a chest
    found = {**state.turned, ("chest", "crown"): 1}
    assert GAME.outcome(replace(state, turned=found, buried={Cell(3, 1): ("crown",)})) is not None


def test_at_a_stand_treasures_carried_then_hearts_break_the_tie() -> None:
    """[decided]"""
    tied = placed(placed(disarmed(3), ANA, home=1), BOB, home=1)
    carrying = placed(tied, BOB, servant_bag=["ring"])
    outcome = GAME.outcome(carrying)
    assert outcome == Outcome(
        (BOB,),
        "most treasures at home (1), nobody can have 5 any more; 2 with those carried, 3 hearts",
    )
    wounded = GAME.outcome(placed(tied, ANA, hearts=2))
    assert wounded is not None
    assert wounded.winners == (BOB,)
    shared = GAME.outcome(tied)
    assert shared is not None
    assert shared.winners == (ANA, BOB)


def test_a_stand_is_seen_from_what_all_know_alone() -> None:
    """Where the deal is known to the machine, the game ends no earlier and no later."""
    for seed in range(5):
        dealt_state = begun(stones=dealt(SMALL, Random(seed)))
        same = replace(dealt_state, turned={("chest", "sword"): 2, ("chest", "axe"): 2})
        assert GAME.outcome(same) == GAME.outcome(disarmed())


def won(**changes: Any) -> State:
    """Ana has just won a game of three, in a crypt with treasures for all."""
    state = GAME.start(Setup("gruftmeister", NAMES[:3]))
    ready = replace(placed(state, home=4, master_bag=["treasure"]), **changes)
    return played(ready, m.Drop(ANA, MASTER, "treasure"))


def test_after_a_win_the_others_play_on_for_the_next_place() -> None:
    state = won()
    assert GAME.outcome(state) is not None
    state = GAME.play(state, m.PlayOn(ANA))
    assert (GAME.outcome(state), GAME.to_move(state)) == (None, BOB)
    refused(state, m.PlayOn(ANA), "no place was won last")


def test_two_cannot_play_on_nor_those_who_have_not_won() -> None:
    refused(begun(3), m.PlayOn(ANA), "no place was won last")
    refused(played(nearly(2), step(0, 0)), m.PlayOn(ANA), "no place left")


def test_what_was_seen_before_the_win_is_known_to_all_who_play_on() -> None:
    """The end told it: it is nobody's secret any more."""
    door = next(iter(won().board.of_kind("door")))
    state = won(under={door: "rusted"}, peeked=frozenset({(CYD, door)}))
    state = GAME.play(state, m.PlayOn(ANA))
    assert state.shown == {door}

"""Doors: peeked at in secret, open, opened with tool, with key, with both, shut again, held open."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.game import EVERYONE, HOST, seat_role
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import State
from tests.games.gruftmeister.crypts import (
    ANA,
    BOB,
    MASTER,
    SERVANT,
    SHUT_IN,
    begun,
    is_legal,
    opened,
    placed,
    played,
    refused,
    step,
    turn_of,
)

DOOR = Cell(6, 0)
BEFORE = (5, 0)
BEYOND = (6, 1)
"""A door of the map, the field before it, and the one below it."""


def at_the_door(**changes: Any) -> State:
    return placed(begun(), master=BEFORE, **changes)


def peeked(seen: str | None, **changes: Any) -> State:
    """Ana's master has peeked under the door."""
    return played(at_the_door(**changes), m.Peek(ANA, DOOR), m.See(ANA, seen))


def test_the_master_peeks_from_the_field_before_the_door() -> None:
    refused(placed(begun(), master=(4, 0)), m.Peek(ANA, DOOR), r"not beside the master at \(4,0\)")
    refused(at_the_door(), m.Peek(ANA, Cell(4, 0)), r"no closed door is at \(4,0\)")
    assert is_legal(at_the_door(), m.Peek(ANA, DOOR))


def test_peeking_needs_a_step_left() -> None:
    """[decided]"""
    state = at_the_door()
    state = turn_of(state, ANA, begun=(MASTER,), master_left=0)
    refused(state, m.Peek(ANA, DOOR), "peeking needs a step left")


def test_after_peeking_comes_what_was_seen_and_nothing_else() -> None:
    state = played(at_the_door(), m.Peek(ANA, DOOR))
    assert list(GAME.legal_moves(state)) == []
    refused(state, m.EndTurn(ANA), "first the master looks under the door")
    refused(begun(), m.See(ANA, "open"), "nothing waits for it")


def test_an_open_door_goes_for_all_and_the_master_enters_for_one_step() -> None:
    state = peeked("open")
    assert DOOR not in state.closed
    assert state.mover.master == DOOR
    assert state.turn.master_left == 4
    bobs = turn_of(placed(state, ANA, master=(0, 0)), BOB)
    assert is_legal(placed(bobs, BOB, servant=BEFORE), step(6, 0, SERVANT, BOB))


def test_a_door_that_cannot_be_opened_costs_no_step_and_stays() -> None:
    state = peeked("boarded")
    assert state.turn.master_left == 5
    assert state.mover.master == Cell(*BEFORE)
    assert DOOR in state.closed
    refused(state, m.UseKey(ANA, DOOR), "the master has no key that fits")
    refused(state, m.UseTool(ANA, DOOR, "boarded"), "the master does not carry the saw")
    refused(state, step(6, 0), "the door is shut")


def test_a_door_must_be_peeked_at_before_it_is_opened() -> None:
    state = at_the_door(master_bag=["crowbar"])
    refused(state, m.UseTool(ANA, DOOR, "barred"), "the master must peek first")
    refused(state, m.UseKey(ANA, DOOR), "the master must peek first")


def test_the_tool_takes_the_door_away_for_all() -> None:
    state = played(peeked("barred", master_bag=["crowbar"]), m.UseTool(ANA, DOOR, "barred"))
    assert DOOR not in state.closed
    assert state.mover.master == DOOR
    assert state.turn.master_left == 4
    assert state.turned[("door", "barred")] == 1


def test_tools_are_kept() -> None:
    """[decided]"""
    state = played(peeked("barred", master_bag=["crowbar"]), m.UseTool(ANA, DOOR, "barred"))
    assert state.mover.master_bag == ("crowbar",)


def test_with_tool_and_key_the_tool_counts() -> None:
    state = peeked("barred", master_bag=["crowbar"])  # the red key is in her kit
    refused(state, m.UseKey(ANA, DOOR), "with tool and key, the tool counts")
    assert is_legal(state, m.UseTool(ANA, DOOR, "barred"))


def test_the_tool_opens_only_the_door_that_is_there() -> None:
    state = peeked("barred", master_bag=["saw"])
    refused(state, m.UseTool(ANA, DOOR, "boarded"), "it is no door 'boarded'")


def test_the_key_lets_ones_own_figures_through_until_the_turn_ends() -> None:
    state = played(peeked("barred"), m.UseKey(ANA, DOOR), step(*BEYOND))
    assert state.turn.master_left == 3
    assert is_legal(state, step(6, 0))
    state = placed(state, servant=BEFORE)
    state = played(state, step(6, 0, SERVANT), step(*BEYOND, SERVANT))
    state = played(state, m.EndTurn(ANA))
    assert DOOR in state.closed
    bobs = placed(state, BOB, servant=BEFORE, master=BEFORE)
    refused(bobs, step(6, 0, SERVANT, BOB), "the door is shut")
    refused(bobs, step(6, 0, MASTER, BOB), "the door is shut")


def test_the_master_need_not_wait_for_the_servant() -> None:
    state = placed(peeked("barred"), servant=(4, 0))
    state = played(state, m.UseKey(ANA, DOOR), step(*BEYOND), step(7, 1))
    assert is_legal(played(state, step(5, 0, SERVANT)), step(6, 0, SERVANT))


def test_the_next_turn_the_door_is_shut_for_its_opener_too_but_he_knows_it() -> None:
    state = played(peeked("barred"), m.UseKey(ANA, DOOR), step(*BEYOND), m.EndTurn(ANA), m.EndTurn(BOB))
    refused(state, step(6, 0), "the door is shut")
    assert is_legal(state, m.UseKey(ANA, DOOR))


def test_a_door_opened_with_a_key_stays_secret() -> None:
    state = played(peeked("barred"), m.UseKey(ANA, DOOR))
    assert GAME.view(state, seat_role(ANA))["doors"] == {"6,0": "barred"}
    for role in (seat_role(BOB), EVERYONE, HOST):
        assert GAME.view(state, role)["doors"] == {}
    assert "open" in GAME.view(state, EVERYONE)["left"]["door"]  # type: ignore[index,call-overload,operator]


@pytest.mark.parametrize("figure", [MASTER, SERVANT])
def test_a_figure_left_on_a_door_keeps_it_open_for_all(figure: m.Figure) -> None:
    state = peeked("barred")
    state = played(state, m.UseKey(ANA, DOOR))
    if figure is SERVANT:
        state = played(placed(state, master=BEFORE, servant=BEFORE), step(6, 0, SERVANT))
    bobs = placed(played(state, m.EndTurn(ANA)), BOB, master=BEFORE, servant=BEFORE)
    assert is_legal(bobs, step(6, 0, MASTER, BOB))
    assert is_legal(bobs, step(6, 0, SERVANT, BOB))
    refused(bobs, m.Peek(BOB, DOOR), "the door stands open")


def test_a_held_door_shuts_when_the_figure_moves_on() -> None:
    state = played(peeked("barred"), m.UseKey(ANA, DOOR), m.EndTurn(ANA), m.EndTurn(BOB))
    state = played(state, step(*BEYOND))
    refused(state, step(6, 0), "the door is shut")
    state = placed(played(state, m.EndTurn(ANA)), BOB, servant=BEFORE)
    refused(state, step(6, 0, SERVANT, BOB), "the door is shut")


def test_tool_and_key_with_the_servant_open_nothing() -> None:
    state = peeked("boarded", servant=BEFORE, servant_bag=["saw", "blue key"])
    refused(state, m.UseTool(ANA, DOOR, "boarded"), "the master does not carry the saw")
    refused(state, m.UseKey(ANA, DOOR), "the master has no key that fits")
    handed = played(state, m.Swap(ANA, (), ("saw",)))
    assert is_legal(handed, m.UseTool(ANA, DOOR, "boarded"))


def test_the_start_kits_key_counts_as_with_the_master() -> None:
    """[decided]"""
    assert is_legal(peeked("barred"), m.UseKey(ANA, DOOR))


def test_opening_needs_a_step_left() -> None:
    state = turn_of(peeked("barred", master_bag=[]), ANA, begun=(MASTER,), master_left=0)
    refused(state, m.UseKey(ANA, DOOR), "no step left to go in")


def test_what_was_seen_can_be_kept_to_oneself() -> None:
    state = peeked(None)
    assert GAME.view(state, seat_role(ANA))["doors"] == {}
    assert GAME.view(state, EVERYONE)["peeked"] == [[1, 6, 0]]
    assert is_legal(state, m.UseKey(ANA, DOOR))  # she says that her red key fits: it may be so
    refused(state, m.UseTool(ANA, DOOR, "boarded"), "does not carry the saw")
    assert played(state, m.UseKey(ANA, DOOR)).mover.master == DOOR


def test_a_door_kept_to_oneself_cannot_be_opened_with_a_key_that_fits_none() -> None:
    state = turn_of(placed(begun(), BOB, master=BEFORE), BOB)
    state = played(state, m.Peek(BOB, DOOR), m.See(BOB, None))
    assert is_legal(state, m.UseKey(BOB, DOOR))  # one boarded door is there, the blue key opens it
    state = placed(state, BOB, master_bag=["saw"])
    refused(state, m.UseKey(BOB, DOOR), "with tool and key, the tool counts")


def test_a_door_is_seen_again_as_it_was() -> None:
    state = peeked("barred")
    again = played(state, m.Peek(ANA, DOOR))
    assert played(again, m.See(ANA, "barred")).under == state.under
    assert not is_legal(state, m.Peek(ANA, DOOR))


def test_a_door_that_was_told_wrongly_is_told_rightly_by_whoever_looks_next() -> None:
    state = played(peeked("barred"), m.Peek(ANA, DOOR), m.See(ANA, "boarded"))
    assert state.under[DOOR] == "boarded"
    state = turn_of(placed(begun(), BOB, master=BEFORE), BOB)
    state = played(state, m.Peek(BOB, DOOR), m.See(BOB, "barred"), m.EndTurn(BOB))
    state = played(placed(state, master=BEFORE), m.Peek(ANA, DOOR), m.See(ANA, "boarded"))
    seen = GAME.view(state, seat_role(ANA))["doors"]
    assert isinstance(seen, Mapping)
    assert list(seen.values()) == ["boarded"]


def test_more_doors_of_a_kind_than_there_are_cannot_be_seen() -> None:
    state = played(placed(peeked("boarded"), master=(3, 4)), m.Peek(ANA, Cell(3, 3)))
    refused(state, m.See(ANA, "boarded"), "no door 'boarded' is left")


def test_a_wrong_guess_tells_nothing_of_what_others_have_seen() -> None:
    """Only one boarded door is there, and Bob has seen it. Ana's machine must not say so."""
    state = turn_of(placed(begun(), BOB, master=BEFORE), BOB)
    state = played(state, m.Peek(BOB, DOOR), m.See(BOB, "boarded"), m.EndTurn(BOB))
    state = played(placed(state, master=(3, 4)), m.Peek(ANA, Cell(3, 3)))
    assert played(state, m.See(ANA, "boarded")).under[Cell(3, 3)] == "boarded"


def test_a_dealt_door_is_what_it_is() -> None:
    deal = dict.fromkeys(("6,0", "3,3", "5,3", "3,5"), "barred")
    state = begun(doors={"barred": 4}, stones={**_others(), **deal})
    state = played(placed(state, master=BEFORE), m.Peek(ANA, DOOR))
    refused(state, m.See(ANA, "open"), "another door was dealt there")
    assert played(state, m.See(ANA, None)).turn.master_left == 5


def test_a_dealt_open_door_cannot_be_kept_to_oneself() -> None:
    deal = dict.fromkeys(("6,0", "3,3", "5,3", "3,5"), "open")
    state = begun(doors={"open": 4}, stones={**_others(), **deal})
    state = played(placed(state, master=BEFORE), m.Peek(ANA, DOOR))
    refused(state, m.See(ANA, None), "another door was dealt there")


def _others() -> dict[str, str]:
    """What lies on the chests and coffins of the map."""
    state = begun()
    lies = {}
    for kind in ("chest", "coffin"):
        faces = [face for face, count in state.crypt.stones[kind].items() for _ in range(count)]
        lies.update(
            {str(cell): face for cell, face in zip(state.board.of_kind(kind), faces, strict=True)}
        )
    return lies


CELL = Cell(1, 0)
AROUND = (Cell(0, 1), Cell(1, 0), Cell(1, 2), Cell(2, 1))
"""Four doors shut in the red start field of the second map; its red key does not open them."""


def shut_in(**changes: Any) -> State:
    """Ana has peeked under all four doors around her."""
    state = placed(begun(rows=SHUT_IN, doors={"boarded": 4}), **changes)
    for door in AROUND:
        state = played(state, m.Peek(ANA, door), m.See(ANA, "boarded"))
    return state


SHOWN = m.Show(ANA, tuple((door, "boarded") for door in AROUND))


def test_shut_in_on_all_sides_one_shows_them_and_removes_one() -> None:
    state = played(shut_in(), m.ShutIn(ANA, CELL))
    refused(state, m.EndTurn(ANA), "first the doors around must be shown")
    state = played(state, SHOWN)
    assert state.closed.isdisjoint({CELL})
    assert state.closed.issuperset(set(AROUND) - {CELL})
    assert state.turn.master_left == 5
    assert is_legal(state, step(1, 0))
    for role in (seat_role(BOB), EVERYONE, HOST):
        assert set(GAME.view(state, role)["doors"]) == {"0,1", "1,2", "2,1"}  # type: ignore[arg-type]


def test_any_of_the_doors_may_be_chosen_and_no_other() -> None:
    state = shut_in()
    chosen = {move.remove for move in GAME.legal_moves(state) if isinstance(move, m.ShutIn)}
    assert chosen == set(AROUND)
    refused(
        state, m.ShutIn(ANA, Cell(5, 5)), r"the door at \(5,5\) is not one of those around the master"
    )


def test_who_has_not_peeked_everywhere_is_not_shut_in() -> None:
    state = begun(rows=SHUT_IN, doors={"boarded": 4})
    state = played(state, m.Peek(ANA, CELL), m.See(ANA, "boarded"))
    refused(state, m.ShutIn(ANA, CELL), "the master has not peeked under the door")


def test_who_could_open_a_door_is_not_shut_in() -> None:
    for changes in (
        {"master_bag": ["saw"]},
        {"master_bag": ["blue key"]},
        {"servant_bag": ["saw"]},
        {"colour": "blue"},
    ):
        refused(shut_in(**changes), m.ShutIn(ANA, CELL), r"the master can open the door at \(0,1\)")
    dropped = played(shut_in(master_bag=["saw"]), m.Drop(ANA, MASTER, "saw"))
    refused(dropped, m.ShutIn(ANA, CELL), "the master can open the door")


def test_who_has_a_way_out_is_not_shut_in() -> None:
    refused(opened(shut_in(), (0, 1)), m.ShutIn(ANA, CELL), "still something to open|not peeked")
    refused(begun(), m.ShutIn(ANA, DOOR), "something to open|not peeked")


def test_a_coffin_that_can_be_fought_for_is_a_way_out() -> None:
    rows = ("#k#....b", "drd.....", *SHUT_IN[2:])
    state = begun(rows=rows, doors={"boarded": 3})
    for door in (Cell(0, 1), Cell(1, 2), Cell(2, 1)):
        state = played(state, m.Peek(ANA, door), m.See(ANA, "boarded"))
    assert is_legal(state, m.ShutIn(ANA, Cell(0, 1)))
    armed = placed(state, master_bag=["axe"])
    refused(armed, m.ShutIn(ANA, Cell(0, 1)), r"there is a coffin to fight for at \(1,0\)")


def test_a_lock_whose_key_is_at_hand_is_a_way_out() -> None:
    rows = ("#G#....b", "drd.....", *SHUT_IN[2:])
    state = begun(rows=rows, doors={"boarded": 3})
    for door in (Cell(0, 1), Cell(1, 2), Cell(2, 1)):
        state = played(state, m.Peek(ANA, door), m.See(ANA, "boarded"))
    assert is_legal(state, m.ShutIn(ANA, Cell(0, 1)))
    with_key = placed(state, servant_bag=["green key"])
    refused(with_key, m.ShutIn(ANA, Cell(0, 1)), r"there is a lock to open at \(1,0\)")
    in_hand = placed(state, master_bag=["green key"])
    refused(in_hand, m.ShutIn(ANA, Cell(0, 1)), r"there is still something to open at \(1,0\)")


def test_all_doors_around_must_be_shown_as_they_are() -> None:
    state = played(shut_in(), m.ShutIn(ANA, CELL))
    refused(state, m.Show(ANA, SHOWN.doors[:3]), "all doors around must be shown")
    other = (*SHOWN.doors[:3], (AROUND[3], "barred"))
    refused(state, m.Show(ANA, other), r"another door was seen at \(2,1\)")


def test_doors_kept_to_oneself_are_told_when_they_are_shown() -> None:
    state = begun(rows=SHUT_IN, doors={"boarded": 4})
    for door in AROUND:
        state = played(state, m.Peek(ANA, door), m.See(ANA, None))
    state = played(state, m.ShutIn(ANA, CELL))
    refused(state, m.Show(ANA, (*SHOWN.doors[:3], (AROUND[3], "barred"))), "can open the door")
    assert played(state, SHOWN).turned == {("door", "boarded"): 1}


def test_more_doors_of_a_kind_than_there_are_cannot_be_shown() -> None:
    state = begun(rows=SHUT_IN, doors={"boarded": 3, "open": 1})
    for door in AROUND:
        state = played(state, m.Peek(ANA, door), m.See(ANA, None))
    state = played(state, m.ShutIn(ANA, CELL))
    refused(state, SHOWN, r"no other door 'boarded' is left for \(2,1\)")


def test_who_could_open_every_kind_of_door_is_not_shut_in_whatever_he_saw() -> None:
    state = placed(begun(rows=SHUT_IN, doors={"boarded": 4}), master_bag=["saw"])
    for door in AROUND:
        state = played(state, m.Peek(ANA, door), m.See(ANA, None))
    refused(state, m.ShutIn(ANA, CELL), "the master can open the door")

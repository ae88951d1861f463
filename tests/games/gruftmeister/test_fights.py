"""Fights: what is thrown, wounds before the kill, death, and what lies under the coffin; the odds."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.errors import BadSetup
from companion.games.game import Outcome, Setup
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.fighting.fights import stones_thrown
from companion.games.gruftmeister.fighting.odds import kill_chance, win_chance, wound_chance
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import Fighting, State
from tests.games.gruftmeister.crypts import (
    ANA,
    BOB,
    MASTER,
    SERVANT,
    begun,
    is_legal,
    opened,
    placed,
    played,
    refused,
    step,
    turn_of,
)

COFFIN = Cell(3, 1)
BESIDE = (2, 1)


def beside(**changes: Any) -> State:
    """Ana's master stands beside a coffin, a sword in his bag unless said otherwise."""
    return placed(begun(), **{"master": BESIDE, "master_bag": ["sword"], **changes})


def fighting(**changes: Any) -> State:
    return played(beside(**changes), m.Fight(ANA, COFFIN))


def throw(*faces: str) -> m.Throw:
    return m.Throw(ANA, tuple(sorted(faces)))


def test_a_fight_needs_a_weapon() -> None:
    refused(beside(master_bag=["shield"]), m.Fight(ANA, COFFIN), "the master carries no weapon")
    assert is_legal(beside(), m.Fight(ANA, COFFIN))


def test_a_fight_is_begun_from_the_field_beside_the_coffin() -> None:
    refused(beside(master=(1, 1)), m.Fight(ANA, COFFIN), r"not beside the master at \(1,1\)")
    refused(opened(beside(), COFFIN), m.Fight(ANA, COFFIN), r"no closed coffin is at \(3,1\)")


def test_weapons_and_armour_of_the_master_are_thrown_with_the_monster() -> None:
    state = fighting(master_bag=["sword", "shield", "crowbar", "ring"])
    assert stones_thrown(state) == ("shield", "sword")
    refused(state, throw("monster", "sword"), "2 stones lie there, 3 were thrown")
    refused(state, throw("monster", "sword", "sword"), "2 sword lie there, the master carries 1")
    refused(state, throw("monster", "axe", "back"), "1 axe lie there, the master carries 0")
    refused(state, throw("monster", "logo", "sword"), "either the monster or the logo")
    refused(state, throw("back", "back", "sword"), "either the monster or the logo")


def test_the_servants_weapons_and_armour_do_not_count() -> None:
    """[decided]"""
    state = fighting(servant=BESIDE, servant_bag=["axe", "shield"])
    assert stones_thrown(state) == ("sword",)


def test_monster_up_is_one_wound() -> None:
    state = played(fighting(), throw("monster", "back"))
    assert state.mover.hearts == 2
    assert state.waiting == Fighting(COFFIN, 1)


def test_logo_up_and_backs_do_nothing() -> None:
    state = played(fighting(), throw("logo", "back"))
    assert state.mover.hearts == 3
    assert COFFIN not in state.turn.beaten


def test_each_armour_up_blocks_one_wound() -> None:
    bag = ["sword", "shield", "helmet"]
    for faces in (("monster", "shield", "back", "back"), ("monster", "shield", "helmet", "back")):
        state = played(fighting(master_bag=bag), throw(*faces))
        assert state.mover.hearts == 3
        assert state.blow is not None
        assert (state.blow.wounds, state.blow.blocked) == (0, 1)
    assert played(fighting(master_bag=bag), throw("monster", "back", "back", "back")).mover.hearts == 2


@pytest.mark.parametrize("weapon", ["sword", "axe"])
def test_any_weapon_up_kills(weapon: str) -> None:
    state = played(fighting(master_bag=["sword", "axe"]), throw("logo", weapon, "back"))
    assert state.waiting is None
    assert COFFIN in state.turn.beaten
    assert is_legal(state, step(3, 1))


def test_wounds_and_kill_in_one_throw_cost_a_heart_and_win() -> None:
    state = played(fighting(), throw("monster", "sword"))
    assert state.mover.hearts == 2
    assert COFFIN in state.turn.beaten


def test_wounds_count_before_the_kill_the_monster_lives() -> None:
    state = played(fighting(hearts=1), throw("monster", "sword"))
    assert state.blow is not None
    assert (state.blow.dead, state.blow.killed) == (True, False)
    assert state.turn.beaten == frozenset()
    assert COFFIN in state.closed


def test_after_a_throw_one_throws_again_or_breaks_off() -> None:
    state = fighting()
    refused(state, m.BreakOff(ANA), "not before the first throw")
    state = played(state, throw("logo", "back"))
    assert list(GAME.legal_moves(state)) == [m.BreakOff(ANA)]
    assert GAME.chance(state, Random(1)) is not None
    refused(state, m.EndTurn(ANA), "a fight is on")
    state = played(state, m.BreakOff(ANA))
    assert COFFIN in state.closed
    refused(state, step(3, 1), "has not been beaten")
    assert is_legal(state, m.Fight(ANA, COFFIN))


def test_fighting_costs_no_step_entering_the_coffin_costs_one() -> None:
    state = played(fighting(), throw("logo", "back"), throw("logo", "sword"))
    assert state.turn.master_left == 5
    state = played(state, step(3, 1), m.Found(ANA, "ring"))
    assert state.turn.master_left == 4
    assert state.lying == {COFFIN: ("ring",)}


def test_an_opened_coffin_is_an_ordinary_field() -> None:
    state = played(fighting(), throw("logo", "sword"), step(3, 1), m.Found(ANA, "ring"))
    state = placed(state, BOB, master=BESIDE, servant=BESIDE)
    bobs = turn_of(state, BOB)
    assert is_legal(bobs, step(3, 1, MASTER, BOB))
    assert is_legal(bobs, step(3, 1, SERVANT, BOB))
    refused(bobs, m.Fight(BOB, COFFIN), "no closed coffin")


def test_with_no_step_left_the_win_lapses_at_the_end_of_the_turn() -> None:
    """[decided]"""
    state = turn_of(beside(), ANA, begun=(MASTER,), master_left=0)
    state = played(state, m.Fight(ANA, COFFIN), throw("logo", "sword"))
    refused(state, step(3, 1), "the master has no step left")
    state = played(state, m.EndTurn(ANA), m.EndTurn(BOB))
    refused(state, step(3, 1), "has not been beaten in this turn")


def test_a_beaten_monster_is_not_fought_again() -> None:
    state = played(fighting(), throw("logo", "sword"))
    refused(state, m.Fight(ANA, COFFIN), "its monster is beaten, step in")


def test_a_won_coffin_is_the_winners_alone() -> None:
    state = played(fighting(), throw("logo", "sword"), m.EndTurn(ANA))
    bobs = placed(state, BOB, master=BESIDE)
    refused(bobs, step(3, 1, MASTER, BOB), "has not been beaten in this turn")


def test_a_dead_masters_things_go_under_that_coffin_for_who_beats_its_monster() -> None:
    bag = ["sword", "crown", "crowbar"]
    state = played(fighting(hearts=1, master_bag=bag), throw("monster", "back"))
    assert state.mover.master_bag == ()
    assert state.buried == {COFFIN: ("crowbar", "crown", "sword")}
    bobs = placed(turn_of(state, BOB), BOB, master=BESIDE, master_bag=["axe"])
    bobs = played(bobs, m.Fight(BOB, COFFIN), m.Throw(BOB, ("axe", "logo")), step(3, 1, seat=BOB))
    bobs = played(bobs, m.Found(BOB, "ring"))
    assert bobs.lying == {COFFIN: ("crowbar", "crown", "ring", "sword")}
    assert bobs.buried == {}
    assert is_legal(bobs, m.Take(BOB, "sword"))


def test_a_dead_master_goes_home_with_three_hearts_and_his_key() -> None:
    state = played(fighting(hearts=1), throw("monster", "back"))
    assert state.mover.master == state.home_of(ANA)
    assert state.mover.hearts == 3
    assert state.mover.has("red key")


def test_a_dead_masters_move_ends_the_servants_does_not() -> None:
    state = played(fighting(hearts=1), throw("monster", "back"))
    refused(state, step(1, 0), "the master died in this turn")
    assert is_legal(state, step(1, 0, SERVANT))
    state = played(state, m.EndTurn(ANA), m.EndTurn(BOB))
    assert is_legal(state, step(1, 0))


def test_what_the_servant_carries_survives_the_master() -> None:
    state = played(fighting(hearts=1, servant_bag=["ring"]), throw("monster", "back"))
    assert state.mover.servant_bag == ("ring",)


def test_a_second_dead_masters_things_lie_beside_the_first_ones() -> None:
    state = played(fighting(hearts=1), throw("monster", "back"))
    bobs = placed(turn_of(state, BOB), BOB, master=BESIDE, master_bag=["axe"], hearts=1)
    bobs = played(bobs, m.Fight(BOB, COFFIN), m.Throw(BOB, ("back", "monster")))
    assert bobs.buried == {COFFIN: ("axe", "sword")}


def test_luck_throws_every_stone_fairly() -> None:
    state = fighting(master_bag=["sword", "shield"])
    rng = Random(4)
    up: Counter[str] = Counter()
    for _ in range(4000):
        thrown = GAME.chance(state, rng)
        assert isinstance(thrown, m.Throw)
        up.update(thrown.faces)
    for face in ("monster", "logo", "sword", "shield"):
        assert abs(up[face] - 2000) < 4 * 4000**0.5 / 2


# Odds


TABLE = {  # rules/gruftmeister.md
    (1, 0): (0.926, 0.778, 0.333),
    (1, 1): (0.984, 0.920, 0.600),
    (2, 0): (0.988, 0.918, 0.429),
    (2, 2): (1.000, 0.994, 0.840),
}


@pytest.mark.parametrize(("weapons", "armour"), TABLE)
def test_the_odds_of_the_rules_file(weapons: int, armour: int) -> None:
    for hearts, chance in zip((3, 2, 1), TABLE[weapons, armour], strict=True):
        assert win_chance(hearts, weapons, armour) == pytest.approx(chance, abs=0.0005)


@pytest.mark.parametrize(("weapons", "armour"), list(product((1, 2), (0, 1, 2))))
def test_a_throws_chances_are_those_of_counting_all_throws(weapons: int, armour: int) -> None:
    throws = list(product((0, 1), repeat=1 + weapons + armour))
    kills = sum(any(up[1 : 1 + weapons]) for up in throws)
    wounds = sum(up[0] and not any(up[1 + weapons :]) for up in throws)
    assert kill_chance(weapons) == Fraction(kills, len(throws))
    assert wound_chance(armour) == Fraction(wounds, len(throws))


ALL = list(product((1, 2), (0, 1, 2), (1, 2, 3)))


@pytest.mark.parametrize(("weapons", "armour", "hearts"), ALL)
def test_the_chance_to_win_is_what_the_rules_themselves_come_to(
    weapons: int, armour: int, hearts: int
) -> None:
    """Every throw is played through the rules; the chance is followed until hardly a fight is left."""
    bag = [*["sword", "axe"][:weapons], *["shield", "helmet"][:armour]]
    throws = list(product((0, 1), repeat=1 + len(bag)))
    at: dict[int, float] = {hearts: 1.0}
    won = 0.0
    for _ in range(120):
        after: Counter[int] = Counter()
        for left, chance in at.items():
            state = fighting(master_bag=bag, hearts=left)
            for up in throws:
                faces = [thing if shows else "back" for thing, shows in zip(bag, up[1:], strict=True)]
                blow = played(state, throw("monster" if up[0] else "logo", *faces)).blow
                assert blow is not None
                if blow.killed:
                    won += chance / len(throws)
                elif not blow.dead:
                    after[blow.hearts] += chance / len(throws)  # type: ignore[assignment]
        at = {left: chance for left, chance in after.items() if chance > 1e-6}
    assert win_chance(hearts, weapons, armour) == pytest.approx(won, abs=1e-4)


def test_without_weapon_or_hearts_nothing_is_won() -> None:
    assert win_chance(3, 0, 2) == win_chance(0, 2, 2) == 0


def test_odds_are_told_beside_a_coffin_and_in_the_fight() -> None:
    assert GAME.odds(begun()) is None
    told = GAME.odds(fighting(master_bag=["sword", "shield"]))
    assert told == {
        "weapons": 1,
        "armour": 1,
        "hearts": 3,
        "kill": 0.5,
        "wound": 0.25,
        "win": pytest.approx(0.984, abs=0.0005),
    }
    assert GAME.odds(beside(master_bag=["sword", "shield"])) == told
    assert GAME.odds(beside(master_bag=["shield"])) is None


# One fight alone


def alone(*carries: str, **more: Any) -> State:
    fighter = {"carries": list(carries), **more}
    return GAME.start(Setup("gruftmeister", ("Ana",), {"fight_only": True}, {"fighter": fighter}))


def test_one_fight_alone_is_won_with_the_monster_dead() -> None:
    state = alone("sword", "shield")
    assert GAME.to_move(state) == ANA
    state = played(state, throw("logo", "back", "shield"), throw("monster", "back", "sword"))
    assert GAME.outcome(state) == Outcome((ANA,), "the monster is dead")
    assert GAME.to_move(state) is None
    refused(state, throw("logo", "back", "sword"), "the game has ended")


def test_one_fight_alone_is_lost_with_the_last_heart() -> None:
    state = played(alone("sword", hearts=1), throw("monster", "sword"))
    assert GAME.outcome(state) == Outcome((), "the monster has killed the master")


def test_one_fight_alone_can_be_broken_off() -> None:
    state = played(alone("sword", hearts=2), throw("monster", "back"), m.BreakOff(ANA))
    assert GAME.outcome(state) == Outcome((), "the master has broken off the fight")


@pytest.mark.parametrize(
    ("seats", "fighter", "fault"),
    [
        (("Ana",), None, "fighter: must be an object with 'carries'"),
        (("Ana",), {"hearts": 2}, "fighter: must be an object with 'carries'"),
        (("Ana",), {"carries": ["sword"], "heart": 2}, "fighter: must be an object with 'carries'"),
        (("Ana",), {"carries": ["sword"], "hearts": 4}, "fighter: 4 hearts, there are 1 to 3"),
        (("Ana",), {"carries": ["sword"], "hearts": True}, "fighter: True hearts"),
        (("Ana",), {"carries": ["sword", "oil"]}, "must list some of axe, helmet, shield, sword"),
        (("Ana",), {"carries": "sword"}, "must list some of axe, helmet, shield, sword"),
        (("Ana",), {"carries": ["sword", "sword"]}, "has a thing twice"),
        (("Ana",), {"carries": ["shield"]}, "fighter: a fight needs a weapon"),
        (("Ana", "Bob"), {"carries": ["sword"]}, "fight_only: 2 seats, one fights"),
    ],
)
def test_every_fault_of_one_fight_alone_is_named(
    seats: tuple[str, ...], fighter: Any, fault: str
) -> None:
    with pytest.raises(BadSetup, match=fault):
        GAME.start(Setup("gruftmeister", seats, {"fight_only": True}, {"fighter": fighter}))


def test_a_fighter_belongs_to_a_fight_alone() -> None:
    with pytest.raises(BadSetup, match="fighter: only with the option fight_only"):
        GAME.start(Setup("gruftmeister", ("Ana",), {}, {"fighter": {"carries": ["sword"]}}))

"""What lies under the stones is nobody's to see; a door's face is for those who peeked."""

from random import Random

import pytest

from companion.games.game import EVERYONE, HOST, Role, seat_role
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.bot import BOT
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.start import dealt
from tests.games.contract import played as game_played
from tests.games.gruftmeister.case import CASE, SMALL, alter_hidden
from tests.games.gruftmeister.crypts import ANA, BOB, begun, placed, played, setup

DOOR = Cell(6, 0)
ROLES = (seat_role(BOB), EVERYONE, HOST)


def before(seen: str | None) -> object:
    state = placed(begun(3), master=(5, 0))
    return played(state, m.Peek(ANA, DOOR), m.See(ANA, seen))


@pytest.mark.parametrize("role", ROLES)
def test_a_locked_doors_face_is_not_told_to_anyone_else(role: Role) -> None:
    """Not which it is, and not whether the machine was told."""
    views = [GAME.view(before(seen), role) for seen in ("barred", "boarded", None)]  # type: ignore[arg-type]
    assert views[0] == views[1] == views[2]


def test_who_peeked_sees_it_in_every_later_turn() -> None:
    state = played(before("boarded"), m.EndTurn(ANA))  # type: ignore[arg-type]
    assert GAME.view(state, seat_role(ANA))["doors"] == {"6,0": "boarded"}


def test_what_the_mover_may_do_is_told_to_the_mover_only() -> None:
    """Whether a key fits would tell which door it is."""
    view = GAME.view(before("barred"), seat_role(ANA))  # type: ignore[arg-type]
    assert "use_key" in view["may"]  # type: ignore[operator]
    for role in ROLES:
        assert "may" not in GAME.view(before("barred"), role)  # type: ignore[arg-type]


def test_a_deal_is_told_to_nobody() -> None:
    for role in (seat_role(ANA), *ROLES):
        views = [GAME.view(begun(stones=dealt(SMALL, Random(seed))), role) for seed in (1, 2)]
        assert views[0] == views[1] == {**GAME.view(begun(), role), "dealt": True}


def test_how_many_of_each_are_left_counts_only_what_all_have_seen() -> None:
    left = GAME.view(before("boarded"), seat_role(ANA))["left"]  # type: ignore[arg-type]
    assert left["door"] == {"barred": 2, "boarded": 1, "open": 1}  # type: ignore[index,call-overload]


def test_only_what_is_seen_under_a_door_is_a_secret_move() -> None:
    assert GAME.secret_moves == {"see"}


def test_the_bot_looks_only_at_what_its_seat_may_know() -> None:
    for number, start in enumerate(CASE.setups):
        rng = Random(number)
        for moment in game_played(GAME, start, rng, wild=0.3, most=120):
            seat = moment.before.turn.seat
            other = alter_hidden(moment.before, seat_role(seat), rng)
            if other is not None:
                choices = [BOT.choose(state, seat, Random(1)) for state in (moment.before, other)]
                assert choices[0] == choices[1]


def test_what_may_be_done_hangs_on_nothing_the_mover_does_not_know() -> None:
    rng = Random(8)
    start = setup(3, stones=dealt(SMALL, Random(3)))
    altered = 0
    for moment in game_played(GAME, start, rng, wild=0.4, most=300):
        other = alter_hidden(moment.before, seat_role(moment.before.turn.seat), rng)
        if other is not None:
            altered += 1
            assert list(GAME.legal_moves(other)) == list(GAME.legal_moves(moment.before))
    assert altered > 100

"""A seat sees only its own, and nobody else anything, until the end."""

import json
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from companion.errors import IllegalMove
from companion.games.drunter.bot import BOT
from companion.games.drunter.moves import Choose, Declare, Move, Vote
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Choosing, Declaring, Ended, State, Voting
from companion.games.game import EVERYONE, HOST, Role, Seat, Setup, seat_role
from tests.games.contract import played
from tests.games.drunter.case import CASE, alter_hidden, dealt
from tests.games.drunter.pictures import ANA, BOB, CYD, lay, sitting, town

VOTING = GAME.play(
    sitting(town("w.o....\n......."), "w2 w1", "w1", "w1", cards=(("school",), ("jail",), ("bank",))),
    lay(ANA, "w2", (0, 0), "east"),
)


def states(setup: Setup, seed: int) -> list[State]:
    return [moment.after for moment in played(GAME, setup, Random(seed), wild=0.3, most=600)]


def seen(state: State, role: Role) -> dict[str, Any]:
    return json.loads(json.dumps(GAME.view(state, role)))  # type: ignore[no-any-return]


@pytest.mark.parametrize("role", [HOST, EVERYONE])
def test_host_and_everyone_see_no_card_and_no_vote_before_the_end(role: Role) -> None:
    """The host is no seat."""
    for number, setup in enumerate(CASE.setups):
        for state in states(setup, number):
            other = alter_hidden(state, role, Random(number))
            if other is not None:
                assert seen(other, role) == seen(state, role)


def test_host_and_everyone_see_the_same() -> None:
    for state in states(dealt(3, 1), 1):
        assert seen(state, HOST) == seen(state, EVERYONE)


def test_what_is_due_and_every_refusal_hang_on_no_secret() -> None:
    """For every seat: the same refusals, the same seat to move, whatever the others hold."""
    for number, setup in enumerate(CASE.setups):
        for state in states(setup, number)[::5]:
            for seat in state.clockwise(Seat(1)):
                other = alter_hidden(state, seat_role(seat), Random(number))
                if other is not None:
                    assert GAME.to_move(other) == GAME.to_move(state)
                    assert refusals(other, seat) == refusals(state, seat)


def refusals(state: State, seat: Seat) -> list[str]:
    """What this seat is told when it tries all sorts of moves."""
    tried: list[Move] = [
        lay(seat, "s3", (14, 0), "south"),
        lay(seat, "w1", (7, 7), "east"),
        Vote(seat, ("JAAA", "?")),
        Vote(seat, ()),
        Declare(seat, "no"),
        Choose(seat, "one each"),
    ]
    told = []
    for move in tried:
        try:
            GAME.play(state, move)
            told.append("accepted")
        except IllegalMove as error:
            told.append(str(error))
    return told


def test_a_seat_sees_its_own_card_and_hand_of_votes() -> None:
    own = seen(VOTING, seat_role(BOB))["own"]
    assert own["cards"] == ["jail"]
    assert own["votes"] == ["JA", "JAA", "JAAA", "NE", "NEE", "NEEE", "JEEIIN", "?"]
    assert own["laid"] is None


def test_a_seat_that_is_not_at_this_table_sees_what_everyone_sees() -> None:
    for number in (0, -1, 4):
        assert seen(VOTING, seat_role(Seat(number))) == seen(VOTING, EVERYONE)


def test_others_see_only_that_a_seat_has_finished_voting() -> None:
    one = GAME.play(VOTING, Vote(ANA, ("JA",)))
    many = GAME.play(VOTING, Vote(ANA, ("JA", "JAA", "JEEIIN", "?")))
    for role in (seat_role(BOB), seat_role(CYD), HOST, EVERYONE):
        assert seen(one, role) == seen(many, role)
        assert seen(one, role)["finished"] == ["Ana"]
    assert seen(many, seat_role(ANA))["own"]["laid"] == ["JA", "JAA", "JEEIIN", "?"]


def test_after_the_reveal_the_vote_is_public() -> None:
    state = VOTING
    for seat, card in ((ANA, "JAA"), (BOB, "JEEIIN"), (CYD, "NE")):
        state = GAME.play(state, GAME.parse(state, seat, {"move": "vote", "cards": [card]}))
    assert isinstance(state.phase, Declaring)
    assert seen(state, EVERYONE)["vote"]["revealed"] == {
        "Ana": ["JAA"],
        "Bob": ["JEEIIN"],
        "Cyd": ["NE"],
    }
    last = seen(GAME.play(state, Declare(BOB, "no")), EVERYONE)["last_vote"]
    assert (last["yes"], last["no"], last["passed"]) == (2, 3, False)
    assert last["declared"] == {"Bob": "no"}


def test_the_proposed_tile_and_the_outhouses_at_stake_are_public() -> None:
    proposed = seen(VOTING, EVERYONE)["vote"]["lay"]
    assert proposed["seat"] == "Ana"
    assert proposed["squares"] == [[1, 0], [2, 0]]
    assert proposed["outhouses"] == [[2, 0]]


def test_which_card_was_chosen_stays_secret_to_the_end() -> None:
    cards = (("school", "all 3s"), ("jail", "bank"))
    where = town("w.#s...\n.......")
    state = GAME.play(
        sitting(where, "w1", "s1 s1", variant="expert", cards=cards), lay(ANA, "w1", (0, 0), "east")
    )
    assert isinstance(state.phase, Choosing)
    one, other = (GAME.play(state, Choose(BOB, card)) for card in cards[1])
    for role in (seat_role(ANA), HOST, EVERYONE):
        assert seen(one, role) == seen(other, role)
        assert seen(one, role)["finished"] == ["Bob"]
    assert seen(one, seat_role(BOB))["own"]["counts"] == "jail"
    assert seen(one, seat_role(ANA))["own"]["counts"] is None


def test_the_words_of_votes_and_choices_are_their_seat_s_own() -> None:
    assert GAME.secret_moves == {"vote", "choose"}


def test_at_the_end_all_is_public() -> None:
    state = states(dealt(2, 3), 3)[-1]
    end = replace(state, phase=Ended())
    for role in (HOST, EVERYONE, seat_role(ANA)):
        assert seen(end, role)["cards"] == {"Ana": [*state.cards[0]], "Bob": [*state.cards[1]]}
        assert seen(end, role)["votes"] == {"Ana": [*state.votes[0]], "Bob": [*state.votes[1]]}


def test_no_view_before_the_end_holds_the_word_of_a_secret_card() -> None:
    """A second look, at the text itself: special cards are named nowhere but in their owner's view, and
    where all are told what each card would be worth."""
    for state in states(dealt(4, 5, variant="expert", deal_specials=True), 5):
        if isinstance(state.phase, Ended):
            continue
        for seat in state.clockwise(Seat(1)):
            view = GAME.view(state, seat_role(seat))
            assert view.pop("worth") == GAME.view(state, EVERYONE)["worth"]
            text = json.dumps(view)
            others = set(chain.from_iterable(state.cards)) - {*state.cards_of(seat)}
            assert not any(card in text for card in others if card not in state.town.board.types)


def test_a_bot_uses_nothing_that_its_seat_may_not_know() -> None:
    for number, setup in enumerate(CASE.setups):
        for state in states(setup, number)[::3]:
            seat = GAME.to_move(state)
            if seat is None:
                continue
            other = alter_hidden(state, seat_role(seat), Random(number))
            if other is not None:
                assert BOT.choose(other, seat, Random(1)) == BOT.choose(state, seat, Random(1))


def test_voting_and_choosing_were_among_the_steps_tried() -> None:
    phases = {type(state.phase) for n, setup in enumerate(CASE.setups) for state in states(setup, n)}
    assert {Voting, Declaring, Choosing, Ended} <= phases

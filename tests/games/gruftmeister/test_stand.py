"""A game that stands still though the table cannot know it: offered to the host, who decides."""

from dataclasses import replace

from companion.games.game import EVERYONE, HOST, Outcome
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.ending import (
    ARMED_IDLE_ROUNDS,
    IDLE_ROUNDS,
    seems_at_a_stand,
    why_ended,
)
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import State
from tests.games.gruftmeister.crypts import (
    ANA,
    BOB,
    MASTER,
    SERVANT,
    begun,
    placed,
    played,
    refused,
    step,
)

END = m.EndGame(ANA)


def idle(state: State, rounds: int = IDLE_ROUNDS) -> State:
    """The state after so many rounds in which everybody only passed the turn on."""
    for _ in range(rounds * len(state.players)):
        state = played(state, m.EndTurn(state.turn.seat))
    return state


def test_the_end_is_offered_after_two_rounds_in_which_nobody_did_anything_but_walk() -> None:
    state = begun(3)
    assert not seems_at_a_stand(idle(state, IDLE_ROUNDS - 1))
    state = idle(state)
    assert seems_at_a_stand(state)
    assert GAME.view(state, EVERYONE)["seems_at_a_stand"]
    assert seems_at_a_stand(played(state, step(1, 0))), "steps are no more than walking"


def test_whatever_is_turned_taken_or_laid_down_begins_the_count_anew() -> None:
    state = placed(idle(begun()), master=(2, 0), master_bag=["saw"])
    for moves in (
        [step(3, 0), m.Found(ANA, "shield")],
        [m.Drop(ANA, MASTER, "saw")],
        [m.Drop(ANA, MASTER, "saw"), m.Take(ANA, "saw")],
    ):
        assert not seems_at_a_stand(played(state, *moves))
    won = replace(state, turn=replace(state.turn, beaten=frozenset({Cell(3, 1)})))
    assert not seems_at_a_stand(won)


def test_a_weapon_in_sight_or_treasures_in_sight_are_no_stand() -> None:
    state = idle(begun())
    assert not seems_at_a_stand(placed(state, BOB, servant_bag=["axe"]))
    assert not seems_at_a_stand(replace(state, lying={Cell(1, 0): ("sword",)}))
    carried = placed(placed(state, home=3, servant_bag=["crown"]), BOB, master_bag=["ring"])
    assert not seems_at_a_stand(carried)
    assert seems_at_a_stand(placed(carried, BOB, master_bag=[]))
    assert not seems_at_a_stand(replace(placed(carried, BOB), lying={Cell(1, 0): ("ring",)}))


def test_a_weapon_with_which_nobody_fights_for_four_rounds_may_be_entered_wrongly() -> None:
    state = placed(begun(), BOB, servant_bag=["axe"])
    assert not seems_at_a_stand(idle(state, ARMED_IDLE_ROUNDS - 1))
    state = idle(state, ARMED_IDLE_ROUNDS)
    assert seems_at_a_stand(state)
    assert GAME.outcome(played(state, END)) is not None
    rich = placed(placed(state, home=3, servant_bag=["crown"]), BOB, master_bag=["ring"])
    assert not seems_at_a_stand(rich)


def test_it_cannot_be_ended_at_any_other_time_nor_in_one_fight_alone() -> None:
    refused(begun(), END, "play has not come to a stand")
    alone = replace(idle(begun(1)), alone=True)
    assert not seems_at_a_stand(alone)


def test_the_ended_game_is_counted_as_at_any_stand() -> None:
    state = placed(placed(idle(begun()), home=1), BOB, home=1, servant_bag=["ring"])
    state = played(state, END)
    assert GAME.outcome(state) == Outcome(
        (BOB,), "most treasures at home (1), play stood still; 2 with those carried, 3 hearts"
    )
    assert why_ended(state) == "stood_still"
    assert GAME.to_move(state) is None
    assert not seems_at_a_stand(state)
    refused(state, END, "the game has ended")


def test_who_is_home_already_has_won() -> None:
    state = replace(idle(begun(3)), places=(ANA,), places_wanted=2)
    outcome = GAME.outcome(played(state, m.EndGame(BOB)))
    assert outcome is not None
    assert outcome.winners == (ANA,)


def test_it_is_the_hosts_alone_and_no_seats() -> None:
    state = idle(begun())
    assert m.EndGame.kind in GAME.host_moves
    assert END not in set(GAME.legal_moves(state))
    assert GAME.words(state, END) == {"move": "end_game"}
    move = GAME.parse(state, None, {"move": "end_game"})
    assert GAME.outcome(GAME.play(state, move)) is not None
    assert "end_game" not in str(GAME.view(state, HOST)["moves"])


def test_a_servant_that_walks_in_circles_is_a_stand_too() -> None:
    state = begun()
    for _ in range(IDLE_ROUNDS):
        for seat, (there, back) in ((ANA, ((0, 1), (0, 0))), (BOB, ((7, 2), (7, 1)))):
            if state.board.kind(Cell(*there)) != "chest":
                state = played(state, step(*there, SERVANT, seat), step(*back, SERVANT, seat))
            state = played(state, m.EndTurn(seat))
    assert seems_at_a_stand(state)

"""The vote on an outhouse."""

from dataclasses import replace

import pytest

from companion.errors import BadMove, IllegalMove
from companion.games.drunter.moves import Declare, Lay, Vote
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import CountedVote, Declaring, Laying, State, Voting
from companion.games.drunter.votes import (
    JOKER,
    NO,
    SHRUG,
    VOTE_CARDS,
    Side,
    VoteCard,
    count,
    keep,
    votes_in,
)
from companion.games.game import Seat
from tests.games.drunter.pictures import ANA, BOB, CYD, DAN, lay, sitting, town

OVER_OUTHOUSE = "w.o....\n......."
PROPOSAL = lay(ANA, "w2", (0, 0), "east")


def proposed(players: int = 4, picture: str = OVER_OUTHOUSE, proposal: Lay = PROPOSAL) -> State:
    """Ana proposes to cover the outhouse with her double."""
    hands = ("w2 w1", "w1", "w1", "w1")[:players]
    return GAME.play(sitting(town(picture), *hands), proposal)


def vote(state: State, *hands: str) -> State:
    """All vote, proposer first, clockwise."""
    for seat, words in zip(state.clockwise(ANA), hands, strict=True):
        state = GAME.play(state, Vote(seat, cards(words)))
    return state


def cards(words: str) -> tuple[VoteCard, ...]:
    return tuple(card for card in VOTE_CARDS if card in words.split())


def counted(state: State) -> CountedVote:
    assert state.last_vote is not None
    return state.last_vote


def test_a_lay_over_an_outhouse_is_provisional_until_the_vote_is_counted() -> None:
    state = proposed()
    assert isinstance(state.phase, Voting)
    assert state.town == sitting(town(OVER_OUTHOUSE), "w1", "w1").town
    assert state.tiles[0] == (("wall", 1), ("wall", 2))


def test_the_proposer_votes_first_then_the_others_clockwise() -> None:
    state = proposed()
    for seat in (ANA, BOB, CYD, DAN):
        assert GAME.to_move(state) == seat
        state = GAME.play(state, Vote(seat, ("?",)))


def test_the_printed_example() -> None:
    """JAA + JAAA, NEE, NEEE, JEEIIN declared NO: 7 to 5 against, the tile comes back."""
    state = vote(proposed(), "JAA JAAA", "NEE", "NEEE", "JEEIIN")
    assert isinstance(state.phase, Declaring)
    assert GAME.to_move(state) == DAN
    state = GAME.play(state, Declare(DAN, "no"))
    assert counted(state).tally == (5, 7)
    assert not counted(state).tally.passed
    assert state.town.tiles == ()
    assert state.tiles[0] == (("wall", 1), ("wall", 2))
    assert state.phase == Laying(BOB)


def test_the_joker_of_the_printed_example_could_have_turned_it() -> None:
    state = vote(proposed(), "JAA JAAA", "NEE", "NEEE", "JEEIIN")
    assert counted(GAME.play(state, Declare(DAN, "yes"))).tally == (7, 5)


def test_a_tie_lets_the_tile_lie() -> None:
    state = vote(proposed(2), "JAA", "NEE")
    assert counted(state).tally == (2, 2)
    assert state.town.covered == {(1, 0), (2, 0)}


def test_only_more_no_than_yes_refuses() -> None:
    assert count(["JA"], []).passed
    assert count(["?"], []).passed
    assert not count(["NE"], []).passed
    assert not count(["JAA", "NEEE"], []).passed


VALUES = {
    "JA": (1, 0),
    "JAA": (2, 0),
    "JAAA": (3, 0),
    "NE": (0, 1),
    "NEE": (0, 2),
    "NEEE": (0, 3),
    "?": (0, 0),
}


@pytest.mark.parametrize(("card", "tally"), VALUES.items())
def test_what_each_card_counts(card: VoteCard, tally: tuple[int, int]) -> None:
    assert count([card], []) == tally


@pytest.mark.parametrize(("side", "tally"), [("yes", (2, 0)), ("no", (0, 2))])
def test_a_joker_counts_two_either_way(side: Side, tally: tuple[int, int]) -> None:
    assert count(["JEEIIN"], [side]) == tally


def test_each_player_has_eight_cards() -> None:
    assert VOTE_CARDS == ("JA", "JAA", "JAAA", "NE", "NEE", "NEEE", "JEEIIN", "?")


def test_one_or_more_cards_are_laid() -> None:
    state = GAME.play(proposed(2), Vote(ANA, cards("JA JAA JAAA JEEIIN ?")))
    with pytest.raises(IllegalMove, match=r"seat 2 \(Bob\) may not vote: at least one card is needed"):
        GAME.play(state, Vote(BOB, ()))


def test_a_card_cannot_be_laid_twice_at_once() -> None:
    move = GAME.parse(proposed(2), ANA, {"move": "vote", "cards": ["JA", "JA"]})
    with pytest.raises(
        IllegalMove, match=r"seat 1 \(Ana\) may not vote: there is only one of each card"
    ):
        GAME.play(proposed(2), move)


def test_jokers_are_declared_clockwise_from_the_proposer_after_the_reveal() -> None:
    state = vote(proposed(), "?", "JEEIIN", "NE", "JEEIIN")
    for seat in (BOB, DAN):
        assert GAME.to_move(state) == seat
        state = GAME.play(state, Declare(seat, "yes"))
    assert counted(state).tally == (4, 1)
    assert counted(state).declared == ("yes", "yes")


def test_the_proposer_is_the_first_to_declare() -> None:
    state = vote(proposed(2), "JEEIIN", "JEEIIN")
    assert GAME.to_move(state) == ANA
    with pytest.raises(
        IllegalMove, match=r"seat 2 \(Bob\) may not declare no: Ana is to declare a joker"
    ):
        GAME.play(state, Declare(BOB, "no"))


def test_clockwise_goes_round_the_table() -> None:
    start = replace(sitting(town(OVER_OUTHOUSE), "w1", "w1", "w2 w1"), phase=Laying(CYD))
    state = GAME.play(start, lay(CYD, "w2", (0, 0), "east"))
    order = []
    for _ in range(3):
        seat = GAME.to_move(state)
        assert seat is not None
        order.append(seat)
        state = GAME.play(state, Vote(seat, ("?",)))
    assert order == [CYD, ANA, BOB]
    assert state.phase == Laying(ANA)


@pytest.mark.parametrize("passed", [True, False])
def test_every_card_played_is_out_of_the_game_whatever_the_result(passed: bool) -> None:
    state = vote(proposed(2), "JAAA ?" if passed else "JA ?", "NEE")
    assert counted(state).tally.passed == passed
    assert state.votes[0] == keep(VOTE_CARDS, ("JAAA" if passed else "JA",))
    assert state.votes[1] == ("JA", "JAA", "JAAA", "NE", "NEEE", "JEEIIN", "?")


def test_only_the_shrug_comes_back() -> None:
    assert keep(VOTE_CARDS, VOTE_CARDS) == ("?",)


def test_a_card_that_was_played_cannot_be_played_again() -> None:
    state = vote(proposed(2), "JA", "NEE")
    state = GAME.play(state, lay(BOB, "w1", (0, 0), "south"))
    state = GAME.play(state, lay(ANA, "w1", (0, 1), "east"))
    state = replace(proposed(2), votes=state.votes)
    with pytest.raises(IllegalMove, match=r"seat 1 \(Ana\) may not vote: a card was already played"):
        GAME.play(state, Vote(ANA, ("JA",)))


def test_after_a_refusal_the_turn_is_over() -> None:
    state = vote(proposed(3), "?", "NE", "?")
    assert state.phase == Laying(BOB)


def test_another_may_try_the_same_outhouse_with_a_new_vote() -> None:
    """A wall single at the gang, then the double over the outhouse again, by the next player."""
    start = GAME.play(sitting(town(OVER_OUTHOUSE), "w2", "w2"), PROPOSAL)
    state = GAME.play(vote(start, "?", "NE"), lay(BOB, "w2", (0, 0), "east"))
    assert isinstance(state.phase, Voting)


def test_the_same_player_may_try_the_same_outhouse_later() -> None:
    """[decided]"""
    start = GAME.play(sitting(town("w.o.."), "w2", "s1"), PROPOSAL)
    state = vote(start, "?", "NE")
    assert state.phase == Laying(ANA), "Bob has nothing to lay"
    assert isinstance(GAME.play(state, PROPOSAL).phase, Voting)


def test_refusals_come_to_an_end_since_each_costs_a_no() -> None:
    """[decided] Bob runs out of NO; then the tile lies."""
    state = sitting(town("w.o.."), "w2", "s1")
    refusals = 0
    while not state.town.tiles:
        state = GAME.play(GAME.play(state, PROPOSAL), Vote(ANA, ("?",)))
        no = next((card for card in state.votes[1] if card in (*NO, JOKER)), SHRUG)
        state = GAME.play(state, Vote(BOB, (no,)))
        if isinstance(state.phase, Declaring):
            state = GAME.play(state, Declare(BOB, "no"))
        refusals += not state.town.tiles
    assert refusals == 4


def test_one_vote_a_lay_though_it_covers_several_outhouses() -> None:
    """[decided]"""
    state = proposed(2, "woo..\n.....")
    state = vote(state, "JA", "?")
    assert state.phase == Laying(BOB)
    assert state.town.covered == {(1, 0), (2, 0)}


def test_an_outhouse_under_a_bridge_or_an_end_field_needs_the_vote_too() -> None:
    for picture in ("wo...", "w.o..", "w..o."):
        state = GAME.play(sitting(town(picture), "w3", "w1"), lay(ANA, "w3", (0, 0), "east"))
        assert isinstance(state.phase, Voting), picture


def test_a_tile_beside_an_outhouse_needs_no_vote() -> None:
    state = GAME.play(sitting(town("w..o.\no...."), "w2", "w1"), PROPOSAL)
    assert state.phase == Laying(BOB)


def test_nothing_else_may_be_done_during_a_vote() -> None:
    state = proposed(2)
    with pytest.raises(IllegalMove, match=r"seat 1 \(Ana\) may not lay wall 1 .*: Ana is to vote"):
        GAME.play(state, lay(ANA, "w1", (0, 0), "east"))
    with pytest.raises(IllegalMove, match=r"seat 2 \(Bob\) may not vote: Ana is to vote"):
        GAME.play(state, Vote(BOB, ("?",)))
    with pytest.raises(IllegalMove, match=r"seat 1 \(Ana\) may not declare yes: Ana is to vote"):
        GAME.play(state, Declare(ANA, "yes"))


def test_nobody_votes_without_a_proposal() -> None:
    with pytest.raises(IllegalMove, match=r"seat 1 \(Ana\) may not vote: Ana is to lay a tile"):
        GAME.play(sitting(town("w..."), "w1", "w1"), Vote(ANA, ("JA",)))


@pytest.mark.parametrize("words", [["JAAAA"], ["ja"], ["JA", "NO"]])
def test_an_unknown_card_is_refused_without_repeating_it(words: list[str]) -> None:
    with pytest.raises(BadMove, match="vote: there is no such card") as refused:
        GAME.parse(proposed(), Seat(1), {"move": "vote", "cards": words})
    assert words[-1] not in str(refused.value)


def test_the_votes_of_a_hand_are_yes_and_no_together_the_joker_as_two() -> None:
    """[decided] for the joker and the shrug"""
    assert votes_in(VOTE_CARDS) == 6 + 6 + 2 + 0

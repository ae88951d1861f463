"""The bot plays to win: measured against players who do anything legal."""

from random import Random
from statistics import mean

import pytest

from companion.games.drunter.bot import BOT, stakes
from companion.games.drunter.moves import Choose, Declare, Lay, Vote
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import State
from companion.games.game import Seat
from tests.games.drunter.case import dealt
from tests.games.drunter.pictures import ANA, BOB, lay, sitting, town


def scores_against_chance(seed: int, variant: str) -> tuple[int, list[int]]:
    """The points of a bot in seat 1, and of two others who move by chance."""
    rng = Random(seed)
    state = GAME.start(dealt(3, seed, variant=variant))
    while (seat := GAME.to_move(state)) is not None:
        bot = BOT.choose(state, seat, rng) if seat == ANA else None
        state = GAME.play(state, bot or rng.choice(list(GAME.legal_moves(state))))
    scores = GAME.scores(state)
    assert scores is not None
    return scores[0], list(scores[1:])


@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_the_bot_scores_more_than_chance(variant: str) -> None:
    games = [scores_against_chance(seed, variant) for seed in range(40)]
    assert mean(own for own, _ in games) > 1.3 * mean(other for _, others in games for other in others)


def test_the_bot_leaves_its_own_buildings_alone() -> None:
    state = sitting(town("5w.\n.#."), "w1", "w1", cards=(("tavern",), ("school",)))
    assert BOT.choose(state, ANA, Random(0)) == lay(ANA, "w1", (1, 0), "east")


def test_the_bot_covers_what_others_may_own() -> None:
    state = sitting(town("5w.\n.#."), "w1", "w1", cards=(("school",), ("tavern",)))
    assert BOT.choose(state, ANA, Random(0)) == lay(ANA, "w1", (1, 0), "west")


def proposed(owner: Seat) -> State:
    """Bob is to vote on Ana's tile, which also covers a tavern of 3."""
    cards = (("tavern",), ("school",)) if owner == ANA else (("school",), ("tavern",))
    state = GAME.play(sitting(town("w3o.."), "w2", "w1", cards=cards), lay(ANA, "w2", (0, 0), "east"))
    return GAME.play(state, Vote(ANA, ("JA",)))


def test_the_bot_votes_as_much_as_is_at_stake() -> None:
    assert BOT.choose(proposed(BOB), BOB, Random(0)) == Vote(BOB, ("NEEE",))


def test_the_bot_shrugs_at_what_is_none_of_its_own() -> None:
    assert BOT.choose(proposed(ANA), BOB, Random(0)) == Vote(BOB, ("?",))


def test_the_bot_waits_for_its_turn() -> None:
    assert BOT.choose(sitting(town("w..."), "w1", "w1"), BOB, Random(0)) is None


def test_all_its_cards_are_at_stake_until_it_has_chosen() -> None:
    state = GAME.start(dealt(2, variant="expert"))
    for seat in (ANA, BOB):
        assert stakes(state, seat)


def test_the_bot_makes_every_kind_of_move() -> None:
    made: set[type] = set()
    for variant in ("basic", "expert"):
        for seed in range(6):
            state = GAME.start(dealt(3, seed, variant=variant))
            while (seat := GAME.to_move(state)) is not None:
                move = BOT.choose(state, seat, Random(seed))
                assert move is not None
                made.add(type(move))
                state = GAME.play(state, move)
    assert made == {Lay, Vote, Declare, Choose}

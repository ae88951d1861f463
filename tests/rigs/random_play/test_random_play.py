"""A small sample of random play: nothing is accepted that did not happen, and the rig does notice it."""

from dataclasses import replace

import pytest

from companion.games.carcassonne_dice.moves import Throw
from tests.rigs.random_play.__main__ import Account
from tests.rigs.random_play.fairness import fair
from tests.rigs.random_play.hands import played
from tests.rigs.random_play.plane import Look
from tests.rigs.random_play.runner import shown
from vision.readings.dice import DiceReading

SEEDS = range(1, 6)
MISLED = (60, 74)
"""Hands hide dice in these games, and a silent error is made where nothing tells of it."""


@pytest.mark.parametrize("seed", SEEDS)
def test_no_move_is_accepted_that_did_not_happen_where_all_got_a_look(seed: int) -> None:
    hands = played(seed)
    result = shown(fair(hands.events), hands.moves)
    assert result.error is None, result.accepted[-3:]


def test_games_in_which_looks_are_left_out_have_no_fair_error() -> None:
    account = Account()
    for seed in SEEDS:
        account.play(seed)
    assert account.is_good
    assert (account.sums["games"], account.sums["crashes"]) == (len(SEEDS), 0)
    assert account.asked.total() > 0


def test_a_wrong_truth_is_noticed() -> None:
    hands = played(1)
    first = hands.moves[0]
    assert isinstance(first, Throw)
    wrong = replace(first, faces=("catapult",) * len(first.faces))
    result = shown(fair(hands.events[:2]), [wrong])
    assert result.error == "throw: wrong faces (of the right number)"


def test_a_referee_that_is_never_in_doubt_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing tells the referee what hands hide, nor what was not surely read."""
    true = Look.reading

    def never_in_doubt(look: Look, moved_s: float) -> DiceReading:
        return replace(true(look, moved_s), sure=True, doubts=(), doubtful=(), covered=False)

    monkeypatch.setattr(Look, "reading", never_in_doubt)
    account = Account()
    for seed in MISLED:
        account.play(seed)
    assert account.errors
    assert not account.is_good


def test_fair_looks_see_every_throw_and_hide_nothing_without_a_sign() -> None:
    events = [event for seed in SEEDS for event in played(seed).events]
    before, after = ([one for one in made if isinstance(one, Look)] for made in (events, fair(events)))
    assert {look.hand for look in before} == {"none", "covered", "doubted", "unnoticed"}
    assert {look.hand for look in after} == {"none", "covered", "doubted"}
    assert not all(look.taken for look in before if look.role)
    assert all(look.taken and not look.glimpse for look in after if look.role)

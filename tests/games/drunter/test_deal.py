"""Dealing tiles and cards, and the checks of what was dealt."""

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from companion.errors import BadSetup
from companion.games.drunter.board import load_shipped_board
from companion.games.drunter.cards import SPECIALS
from companion.games.drunter.deal import SHARE, deal
from companion.games.drunter.pieces import BOX, Tile
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Laying
from companion.games.game import Json, Setup
from tests.games.drunter.case import NAMES, dealt
from tests.games.drunter.pictures import ANA

TYPES = load_shipped_board("wacky_wacky_west").types


def cards(setup: Setup) -> list[list[str]]:
    hands: Any = setup.dealt["cards"]
    return list(hands.values())


def test_the_box_holds_60_tiles() -> None:
    kinds = {"street": (6, 6, 3), "river": (6, 6, 3), "wall": (12, 12, 6)}
    for kind, numbers in kinds.items():
        assert tuple(BOX[tile] for tile in sorted(BOX) if tile.kind == kind) == numbers
    assert BOX.total() == 60


@pytest.mark.parametrize(
    ("players", "share"), [(2, (12, 12, 6)), (3, (8, 8, 4)), (4, (6, 6, 3))], ids=["2", "3", "4"]
)
def test_tiles_are_dealt_by_length_only_and_none_is_left(players: int, share: tuple[int, ...]) -> None:
    state = GAME.start(dealt(players))
    for hand in state.tiles:
        lengths = Counter(tile.length for tile in hand)
        assert (lengths[1], lengths[2], lengths[3]) == share
    assert Counter(tile for hand in state.tiles for tile in hand) == BOX


def test_the_kind_is_luck() -> None:
    streets = {
        sum(tile.kind == "street" for tile in GAME.start(dealt(2, seed)).tiles[0]) for seed in range(20)
    }
    assert len(streets) > 3


def test_the_same_luck_deals_the_same() -> None:
    assert dealt(3, 7) == dealt(3, 7)
    assert dealt(3, 7) != dealt(3, 8)


def test_each_is_dealt_one_building_in_the_basic_game() -> None:
    for seed in range(20):
        hands = cards(dealt(4, seed))
        assert all(len(hand) == 1 for hand in hands)
        assert len({*chain(*hands)} & {*TYPES}) == 4


def test_each_is_dealt_two_of_ten_cards_in_the_expert_variant() -> None:
    seen = set()
    for seed in range(40):
        hands = cards(dealt(4, seed, variant="expert"))
        assert all(len(hand) == 2 for hand in hands)
        assert len({*chain(*hands)}) == 8
        seen |= {*chain(*hands)}
    assert seen == {*TYPES, *SPECIALS}


def test_option_deal_specials_gives_each_one_special_and_one_building() -> None:
    for seed in range(20):
        for hand in cards(dealt(4, seed, variant="expert", deal_specials=True)):
            assert sum(card in SPECIALS for card in hand) == 1


def test_only_what_a_first_line_lacks_is_dealt() -> None:
    tiles: Json = {"Ana": {"wall": [3]}, "Bob": {"wall": [1]}}
    setup = deal(Setup("drunter", NAMES[:2], dealt={"tiles": tiles}), Random(0))
    assert setup.dealt["tiles"] == tiles
    assert set(setup.dealt) == {"tiles", "cards"}


def test_the_machine_need_not_be_told_the_cards() -> None:
    assert GAME.start(dealt(2, cards=False)).cards == ((), ())


def test_dealing_to_five_is_left_for_the_start_to_refuse() -> None:
    with pytest.raises(BadSetup, match="5 seats, it is played by 2 to 4"):
        GAME.start(deal(Setup("drunter", (*NAMES, "Eve")), Random(0)))


def test_the_special_cards_have_their_names() -> None:
    assert SPECIALS == ("all 3s", "all 4s", "lowest of each", "one each")


def test_the_first_seat_begins() -> None:
    assert GAME.start(dealt(4)).phase == Laying(ANA)


def test_two_to_four_play() -> None:
    assert list(GAME.seat_counts) == [2, 3, 4]
    assert set(SHARE) == {2, 3, 4}


def test_defaults_are_the_western_board_and_the_basic_game() -> None:
    state = GAME.start(dealt(2))
    assert state.town.board == load_shipped_board("wacky_wacky_west")
    assert (state.variant, state.deal_specials) == ("basic", False)


def test_an_old_copy_may_have_lost_tiles() -> None:
    tiles: Json = {"Ana": {"street": [1, 2]}, "Bob": {"wall": [3], "river": []}}
    state = GAME.start(Setup("drunter", NAMES[:2], dealt={"tiles": tiles}))
    assert state.tiles == ((Tile("street", 1), Tile("street", 2)), (Tile("wall", 3),))


ANY: dict[str, Json] = {"street": [1]}
TILE_FAULTS: dict[str, tuple[Json, str]] = {
    "no hands": (3, "'tiles' must say which tiles each seat was dealt"),
    "a seat left out": ({"Ana": ANY}, "'tiles' leaves out 'Bob'"),
    "a stranger": (
        {"Ana": ANY, "Bob": ANY, "Bop": ANY},
        r"'tiles' names 'Bop' \(did you mean 'Bob'\?\)",
    ),
    "an unknown kind": ({"Ana": {"canal": [1]}, "Bob": ANY}, "the tiles of Ana: no kind 'canal'"),
    "a length": ({"Ana": {"wall": [4]}, "Bob": ANY}, "the tiles of Ana: a wall of length 4"),
    "a half length": ({"Ana": {"wall": [1.0]}, "Bob": ANY}, "the tiles of Ana: a wall of length 1.0"),
    "a truth": ({"Ana": {"wall": [True]}, "Bob": ANY}, "the tiles of Ana: a wall of length True"),
    "no list": ({"Ana": {"wall": 3}, "Bob": ANY}, "the tiles of Ana: 'wall' must list lengths"),
    "no kinds": ({"Ana": [1, 2], "Bob": ANY}, "the tiles of Ana must be lengths by kind"),
    "beyond the box": (
        {"Ana": {"river": [3, 3]}, "Bob": {"river": [3, 3]}},
        "4 tiles river 3, the box holds 3",
    ),
    "beyond the share": (
        {"Ana": {"wall": [1] * 7, "street": [1] * 6}, "Bob": ANY},
        "Ana has 13 tiles of length 1, at most 12 are dealt",
    ),
}


@pytest.mark.parametrize(("tiles", "fault"), TILE_FAULTS.values(), ids=TILE_FAULTS)
def test_a_faulty_deal_of_tiles_is_named(tiles: Json, fault: str) -> None:
    with pytest.raises(BadSetup, match=fault):
        GAME.start(Setup("drunter", NAMES[:2], dealt={"tiles": tiles}))


CARD_FAULTS: dict[str, tuple[Json, dict[str, Json], str]] = {
    "two in the basic game": ({"Ana": ["jail", "bank"], "Bob": ["school"]}, {}, "2 cards, 1 are dealt"),
    "none": ({"Ana": [], "Bob": ["school"]}, {}, "the cards of Ana: 0 cards"),
    "of another board": ({"Ana": ["museum"], "Bob": ["school"]}, {}, "a card that is not in this game"),
    "a special in the basic game": ({"Ana": ["all 3s"], "Bob": ["school"]}, {}, "not in this game"),
    "one twice": ({"Ana": ["school"], "Bob": ["school"]}, {}, "a card was dealt twice"),
    "a seat left out": ({"Ana": ["school"]}, {}, "'cards' leaves out 'Bob'"),
    "no texts": ({"Ana": [3], "Bob": ["school"]}, {}, "a card that is not in this game"),
    "no seats": (["school", "jail"], {}, "'cards' must say which cards each seat was dealt"),
    "no special": (
        {"Ana": ["jail", "bank"], "Bob": ["school", "all 3s"]},
        {"variant": "expert", "deal_specials": True},
        "the cards of Ana: not one special card and one building",
    ),
}


@pytest.mark.parametrize(("hands", "options", "fault"), CARD_FAULTS.values(), ids=CARD_FAULTS)
def test_a_faulty_deal_of_cards_is_named(hands: Json, options: dict[str, Json], fault: str) -> None:
    setup = dealt(2)
    with pytest.raises(BadSetup, match=fault):
        GAME.start(replace(setup, options=options, dealt={**setup.dealt, "cards": hands}))


def test_a_faulty_deal_names_no_secret_card() -> None:
    setup = dealt(2)
    with pytest.raises(BadSetup) as refused:
        GAME.start(replace(setup, dealt={**setup.dealt, "cards": {"Ana": ["jail"], "Bob": ["jail"]}}))
    assert "jail" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"variant": "hard"}, "option 'variant' is 'hard', not one of basic, expert"),
        ({"variant": "expert", "deal_specials": 1}, "option 'deal_specials' is 1, not true or false"),
        ({"deal_specials": True}, "special cards are dealt in the expert variant only"),
        ({"vairant": "expert"}, r"unknown option 'vairant' \(did you mean 'variant'\?\)"),
    ],
)
def test_options_are_checked(options: dict[str, Json], fault: str) -> None:
    with pytest.raises(BadSetup, match=fault):
        GAME.start(replace(dealt(2), options=options))


def test_luck_has_no_part_in_play() -> None:
    assert GAME.chance(GAME.start(dealt(2)), Random(0)) is None

"""With the players' own tiles, vote cards and building cards: nobody tells the machine who has which."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.errors import BadMove, BadSetup, IllegalMove
from companion.games.drunter.moves import Counted, Lay, Left, Pass, Show, Vote
from companion.games.drunter.pieces import BOX, Tile
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Choosing, Ended, Laying, State, Voting
from companion.games.drunter.votes import Tally
from companion.games.game import EVERYONE, Json, Outcome, Seat, Setup, Words
from companion.games.history import History
from tests.games.contract import is_refused, played
from tests.games.drunter.case import NAMES, dealt
from tests.games.drunter.pictures import ANA, BOB, CYD, lay, sitting, tiles, town

OWN = Setup("drunter", NAMES[:3])
"""A first line that says nothing of tiles and cards."""


def own(picture: str, left: str, players: int = 3, **more: Any) -> State:
    """Ana is to lay; so many tiles are left in the box and all hands together."""
    return replace(sitting(town(picture), *[""] * players, **more), tiles=(), supply=tiles(left))


def counted(state: State, yes: int, no: int) -> State:
    return GAME.play(state, Counted(Tally(yes, no)))


def over(*cards: str, spent: int = 5) -> State:
    """A game over with own votes: all buildings stand, those of the picture."""
    state = own("1.2", "", len(cards), phase=Ended(), cards=tuple((card,) for card in cards))
    return replace(state, spent=spent)


# The first line


@pytest.mark.parametrize("tiles", [{}, {"tiles": None}], ids=["left out", "null"])
def test_without_tiles_the_first_line_means_the_players_own(tiles: dict[str, Json]) -> None:
    state = GAME.start(replace(OWN, dealt=tiles))
    assert state.phase == Laying(ANA)
    assert Counter(state.supply) == BOX
    assert GAME.view(state, EVERYONE)["tiles"] is None


def test_own_tiles_are_not_dealt_and_what_a_first_line_leaves_out_is() -> None:
    assert dealt(3, tiles=False).dealt["tiles"] is None
    assert dealt(3).dealt["tiles"]


def test_tiles_that_lie_already_are_none_of_the_box() -> None:
    laid: Json = [{"kind": "street", "length": 2, "gang": [14, 0], "towards": "south"}]
    state = GAME.start(replace(OWN, dealt={"laid": laid}))
    assert Counter(state.supply) == BOX - Counter([Tile("street", 2)])


def test_own_votes_are_of_the_basic_game() -> None:
    with pytest.raises(BadSetup, match="there are votes in the basic game only"):
        GAME.start(replace(OWN, options={"variant": "expert", "own_votes": True}))


# Tiles


def test_a_lay_is_held_against_what_the_box_still_holds_whoever_laid_the_rest() -> None:
    state = own("w......\n.......", "w2 w1")
    state = GAME.play(state, lay(ANA, "w2", (0, 0), "east"))
    assert state.supply == tiles("w1")
    with pytest.raises(
        IllegalMove, match=r"seat 2 \(Bob\) .*: the box holds no more wall tile of length 2"
    ):
        GAME.play(state, lay(BOB, "w2", (2, 0), "east"))
    assert GAME.play(state, lay(BOB, "w1", (2, 0), "east")).supply == ()


def test_a_refused_tile_is_still_there() -> None:
    state = GAME.play(own("w.o...", "w2"), lay(ANA, "w2", (0, 0), "east"))
    assert counted(state, 0, 1).supply == tiles("w2")


def test_who_cannot_lay_passes_and_the_next_may_lay() -> None:
    state = GAME.play(own("w.....", "w2"), Pass(ANA))
    assert state.phase == Laying(BOB, passed=1)
    assert GAME.play(state, lay(BOB, "w2", (0, 0), "east")).phase == Laying(CYD)


def test_the_game_ends_when_all_have_passed_one_after_another() -> None:
    state = own("w.....", "w2 w1 w1")
    for move in (Pass(ANA), Pass(BOB), lay(CYD, "w1", (0, 0), "east"), Pass(ANA), Pass(BOB)):
        state = GAME.play(state, move)
    assert state.phase == Laying(CYD, passed=2)
    assert GAME.play(state, Pass(CYD)).phase == Ended()


def test_a_lay_that_a_vote_refused_is_no_pass() -> None:
    state = own("w.o...", "w2")
    for move in (Pass(ANA), Pass(BOB), lay(CYD, "w2", (0, 0), "east"), Counted(Tally(0, 1))):
        state = GAME.play(state, move)
    assert state.phase == Laying(ANA)


def test_whoever_has_known_tiles_never_passes() -> None:
    with pytest.raises(IllegalMove, match=r"seat 1 \(Ana\) may not pass: the tiles are known"):
        GAME.play(sitting(town("w....."), "w1", "w1"), Pass(ANA))


def test_nobody_passes_for_another_or_in_a_vote() -> None:
    state = own("w.o...", "w2")
    with pytest.raises(IllegalMove, match=r"seat 2 \(Bob\) may not pass: Ana is to lay a tile"):
        GAME.play(state, Pass(BOB))
    state = GAME.play(state, lay(ANA, "w2", (0, 0), "east"))
    assert is_refused(GAME, state, Pass(ANA))


def test_experts_choose_when_no_tile_that_is_left_anywhere_fits_a_line() -> None:
    state = own("w.#s...\n.......", "w1 s1", variant="expert", cards=((),) * 3)
    state = GAME.play(state, lay(ANA, "w1", (0, 0), "east"))
    assert state.phase == Choosing(BOB, BOB)


def test_experts_who_all_pass_choose_before_the_game_ends() -> None:
    """Some tiles are lost, so the box seems to hold one that would fit."""
    state = own("w.....", "w2", variant="expert", cards=(("school", "bank"),) * 3)
    for seat in (ANA, BOB, CYD):
        state = GAME.play(state, Pass(seat))
    assert state.phase == Choosing(ANA, None)


# Votes


def proposed(**more: Any) -> State:
    return GAME.play(own("w.o....\n.......", "w2 w1 w1", **more), lay(ANA, "w2", (0, 0), "east"))


@pytest.mark.parametrize(
    ("yes", "no", "lies"), [(5, 3, True), (3, 3, True), (3, 4, False), (0, 0, True)]
)
def test_the_sums_decide_as_the_cards_would(yes: int, no: int, lies: bool) -> None:
    state = counted(proposed(), yes, no)
    assert bool(state.town.tiles) == lies
    assert state.phase == Laying(BOB)
    assert GAME.view(state, EVERYONE)["last_vote"] == {
        "lay": {
            "seat": "Ana",
            "move": "lay",
            "kind": "wall",
            "length": 2,
            "gang": [0, 0],
            "towards": "east",
        },
        "revealed": None,
        "declared": {},
        "sums": {},
        "yes": yes,
        "no": no,
        "passed": lies,
    }


def test_the_sums_stand_in_place_of_all_votes_not_of_some() -> None:
    state = GAME.play(proposed(), Vote(ANA, ("JA",)))
    with pytest.raises(IllegalMove, match="cards lie face down already, Bob is to vote"):
        counted(state, 1, 0)
    for seat, card in ((BOB, "JEEIIN"), (CYD, "NE")):
        state = GAME.play(state, GAME.parse(state, seat, {"move": "vote", "cards": [card]}))
    with pytest.raises(IllegalMove, match="Bob is to declare a joker"):
        counted(state, 1, 0)


def test_nothing_is_counted_without_a_vote() -> None:
    with pytest.raises(IllegalMove, match="counted 1 yes, 0 no cannot be: Ana is to lay a tile"):
        counted(own("w..", "w1"), 1, 0)


@pytest.mark.parametrize(("yes", "no"), [(25, 0), (0, 25), (22, 21)])
def test_sums_that_all_hands_together_cannot_give_are_refused(yes: int, no: int) -> None:
    """Three players have 42 votes, and 24 at most for either side."""
    with pytest.raises(IllegalMove, match="all players together have 42 votes left"):
        counted(proposed(), yes, no)
    assert is_refused(GAME, proposed(), Counted(Tally(24, 18))) is None


def test_what_was_counted_is_spent() -> None:
    state = replace(proposed(), spent=40)
    with pytest.raises(IllegalMove, match="have 2 votes left"):
        counted(state, 3, 0)


@pytest.mark.parametrize(
    "words", [{"yes": -1, "no": 0}, {"yes": 1}, {"yes": True, "no": 0}, {"yes": 1.5, "no": 0}]
)
def test_sums_are_whole_numbers(words: dict[str, Json]) -> None:
    with pytest.raises(BadMove, match="counted: "):
        GAME.parse(proposed(), None, {"move": "counted", **words})


def test_with_own_votes_nobody_in_particular_is_awaited() -> None:
    state = proposed(phase=Laying(ANA))
    state = replace(state, own_votes=True)
    assert GAME.to_move(state) is None
    view = GAME.view(state, EVERYONE)
    assert (view["phase"], view["to_move"]) == ("count", None)
    assert [type(move) for move in GAME.legal_moves(state)] == [Counted, Counted]


def test_who_wants_spent_cards_tracked_may_tell_the_cards_instead() -> None:
    state = replace(proposed(), own_votes=True)
    for seat, card in ((ANA, "JA"), (BOB, "?"), (CYD, "NE")):
        state = GAME.play(state, GAME.parse(state, seat, {"move": "vote", "cards": [card]}))
    assert state.votes[0] == ("JAA", "JAAA", "NE", "NEE", "NEEE", "JEEIIN", "?")
    assert state.town.tiles


def test_sums_are_put_right_by_a_correction_and_what_hangs_on_them_follows() -> None:
    """The tile was refused, it should lie: whatever was played since holds where it still can."""
    first: Words = {"move": "lay", "kind": "wall", "length": 2, "gang": [14, 9], "towards": "north"}
    history = History.begin(GAME, OWN)
    history = history.add(
        ANA, {"move": "lay", "kind": "street", "length": 3, "gang": [14, 0], "towards": "south"}
    )
    over: Words = {"move": "lay", "kind": "street", "length": 2, "gang": [14, 3], "towards": "west"}
    history = history.add(BOB, over).add(None, {"move": "counted", "yes": 1, "no": 2})
    assert len(history.state.town.tiles) == 1
    history = history.add(CYD, first)
    right = history.correct(None, 3, {"move": "counted", "yes": 2, "no": 2})
    assert len(right.state.town.tiles) == 3
    assert right.dropped == ()
    assert right.state.spent == 4


# The end


def test_the_cards_of_all_are_shown_at_once_and_that_ends_the_game() -> None:
    state = replace(over("school", "bank"), cards=((), ()), town=GAME.start(OWN).town)
    state = GAME.play(
        state, GAME.parse(state, None, {"move": "show", "cards": {"Ana": "school", "Bob": ["bank"]}})
    )
    assert GAME.scores(state) == (15, 15)
    assert GAME.to_move(state) is None


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ({"Ana": "school"}, "the cards of Ana, Bob are to be shown"),
        ({"Ana": "school", "Bob": "school"}, "there is only one of each card"),
        ({"Ana": "school", "Bob": "museum"}, "a card that is not in this game"),
        ({"Ana": "school", "Bob": ["bank", "jail"]}, "2 cards, 1 are dealt"),
    ],
)
def test_cards_of_all_that_cannot_be_are_refused(cards: dict[str, Json], fault: str) -> None:
    state = replace(over("school", "bank"), cards=((), ()), town=GAME.start(OWN).town)
    with pytest.raises(IllegalMove, match=fault):
        GAME.play(state, GAME.parse(state, None, {"move": "show", "cards": cards}))


@pytest.mark.parametrize(
    "words", [{"cards": {"Eve": "school"}}, {"cards": ["school"]}, {"cards": {"Ana": 3}}]
)
def test_words_of_all_that_are_no_cards_are_refused(words: dict[str, Json]) -> None:
    with pytest.raises(BadMove, match="show"):
        GAME.parse(over("school", "bank"), None, {"move": "show", **words})


def test_what_is_said_for_all_has_no_seat() -> None:
    sums: Words = {"move": "counted", "yes": 1, "no": 0}
    left: Words = {"move": "left", "votes": {"Ana": 1}}
    for words in (sums, left):
        assert GAME.is_of_all(words)
        with pytest.raises(BadMove, match="has no seat"):
            GAME.parse(over("school", "bank"), ANA, words)
    assert not GAME.is_of_all({"move": "show", "cards": ["school"]})
    assert not GAME.is_of_all({"move": "pass"})


def test_cards_are_shown_without_passes_where_no_tile_of_the_box_fits() -> None:
    state = replace(own("w.#...", "s1 w2", 2), cards=((), ()))
    shown = Show(None, ((ANA, ("tavern",)), (BOB, ("church",))))
    assert "not in this game" in str(is_refused(GAME, state, shown)), (
        "the picture's board has taverns only"
    )
    still = replace(own("w.#...", "w1", 2), cards=((), ()))
    assert "Ana is to lay a tile" in str(is_refused(GAME, still, shown))


def test_a_tie_is_settled_by_the_votes_left_that_are_told() -> None:
    state = over("tavern", "tavern", "church")
    assert GAME.outcome(state) == Outcome((ANA, BOB), "shared at 3 points, the votes left were not told")
    assert GAME.view(state, EVERYONE)["tied"] == ["Ana", "Bob"]
    state = GAME.play(state, GAME.parse(state, None, {"move": "left", "votes": {"Ana": 6, "Bob": 9}}))
    assert GAME.outcome(state) == Outcome((BOB,), "tied at 3 points, most votes left: 9")
    assert GAME.view(state, EVERYONE)["left"] == {"Ana": 6, "Bob": 9, "Cyd": 0}
    assert GAME.view(state, EVERYONE)["tied"] == []


def test_votes_left_that_are_equal_share_the_win() -> None:
    state = GAME.play(over("tavern", "tavern"), Left(((ANA, 4), (BOB, 4))))
    assert GAME.outcome(state) == Outcome((ANA, BOB), "shared at 3 points, with equal votes left: 4")


@pytest.mark.parametrize(
    ("votes", "fault"),
    [
        (((ANA, 6),), "the votes of Ana, Bob are needed"),
        (((ANA, 6), (BOB, 15)), "nobody has more than 14 votes"),
    ],
)
def test_votes_left_that_cannot_be_are_refused(votes: tuple[tuple[Seat, int], ...], fault: str) -> None:
    with pytest.raises(IllegalMove, match=fault):
        GAME.play(over("tavern", "tavern"), Left(votes))


def test_no_votes_are_told_where_nobody_is_tied_or_the_hands_are_known() -> None:
    left = Left(((ANA, 6), (BOB, 7)))
    assert is_refused(GAME, over("tavern", "church"), left)
    assert is_refused(GAME, GAME.play(over("tavern", "tavern"), left), left)
    known = replace(over("tavern", "tavern", spent=0), votes=(("JA", "?"), ("NEE", "?")))
    assert is_refused(GAME, known, left)
    assert GAME.outcome(known) == Outcome((BOB,), "tied at 3 points, most votes left: 2")


def test_hands_that_nobody_told_are_shown_to_nobody() -> None:
    assert GAME.view(over("tavern", "tavern"), EVERYONE)["votes"] is None


# Whole games


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_drawn_a_game_with_own_things_keeps_to_the_box_and_comes_to_its_end(
    seed: int,
) -> None:
    """With hands that are really drawn: each lays what it holds, and passes only when nothing fits."""
    rng = Random(seed)
    hands = [Counter(hand) for hand in GAME.start(dealt(3, seed)).tiles]
    state = GAME.start(replace(OWN, options={"own_votes": True}))
    spent, lays = 0, 0
    while not isinstance(state.phase, Ended):
        seat = GAME.to_move(state)
        if seat is None:
            move: Any = GAME.chance(state, rng)
            spent += sum(move.tally)
        else:
            mine = [
                one
                for one in GAME.legal_moves(state)
                if isinstance(one, Lay) and hands[seat - 1][one.tile]
            ]
            move = rng.choice(mine) if mine else Pass(seat)
        before, state = state, GAME.play(state, move)
        if len(state.town.tiles) > len(before.town.tiles):
            lays += 1
            laid = before.phase.lay if isinstance(before.phase, Voting) else move
            hands[laid.seat - 1] -= Counter([laid.tile])
        assert Counter(state.supply) == sum(hands, Counter())
    assert state.spent == spent
    assert lays > 15
    assert not [way for hand in hands for way in state.town.lays(hand)], "nobody could lay any more"


def test_every_position_of_own_things_can_be_reached_again_from_its_words() -> None:
    setup = dealt(2, 3, cards=False, tiles=False, own_votes=True)
    history = History.begin(GAME, setup)
    for moment in played(GAME, setup, Random(3), wild=0.4, most=600):
        words = json.loads(json.dumps(GAME.words(moment.before, moment.move)))
        history = history.add(moment.move.seat, words)
        assert history.state == moment.after

"""The end, the points, the winner; the expert variant's cards and its moment of choosing."""

from dataclasses import replace

import pytest

from companion.errors import IllegalMove
from companion.games.drunter.board import Building, load_shipped_board
from companion.games.drunter.cards import points
from companion.games.drunter.moves import Choose, Show, Vote
from companion.games.drunter.pieces import Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Choosing, Ended, Laying, State
from companion.games.drunter.town import LaidTile, Town
from companion.games.drunter.votes import VoteCards
from companion.games.game import EVERYONE, Outcome, Seat
from tests.games.drunter.pictures import ANA, BOB, CYD, lay, sitting, town

WEST = load_shipped_board("wacky_wacky_west")


def standing(*buildings: str) -> list[Building]:
    """Buildings named like ``school 3``."""
    named = [name.rsplit(" ", 1) for name in buildings]
    return [Building(Square(0, n), type_, int(value)) for n, (type_, value) in enumerate(named)]


def west_without(*lost: str) -> Town:
    """The Western town, everything of these buildings covered."""
    squares = [each.square for each in WEST.buildings if f"{each.type} {each.value}" in lost]
    return Town(WEST, (), tuple(LaidTile("wall", (square,)) for square in squares))


def ended(where: Town, *cards: str, votes: tuple[VoteCards, ...] = ()) -> State:
    """A game over; ``cards`` are each seat's, the one that counts first, with ``/`` between two."""
    hands = tuple(tuple(words.split("/")) for words in cards)
    expert = len(hands[0]) > 1
    state = sitting(
        where, *("" for _ in cards), cards=hands, phase=Ended(), variant="expert" if expert else "basic"
    )
    return replace(state, votes=votes or state.votes)


def test_the_game_ends_when_no_player_can_lay() -> None:
    state = sitting(town("w.#.."), "w1", "w1 s1", cards=(("tavern",), ("church",)))
    state = GAME.play(state, lay(ANA, "w1", (0, 0), "east"))
    assert state.phase == Ended()
    assert GAME.to_move(state) is None
    assert list(GAME.legal_moves(state)) == []


def test_before_the_end_there_are_no_scores() -> None:
    state = sitting(town("w..45"), "w1", "w1")
    assert GAME.scores(state) is None
    assert GAME.outcome(state) is None


def test_after_the_end_nothing_may_be_laid() -> None:
    with pytest.raises(IllegalMove, match=r"seat 1 \(Ana\) may not lay .*: the game has ended"):
        GAME.play(ended(west_without(), "jail", "school"), lay(ANA, "w1", (0, 0), "east"))


@pytest.mark.parametrize(
    ("lost", "score"),
    [((), 15), (("school 5",), 10), (("school 1", "school 2", "jail 5"), 12)],
    ids=["none lost", "the five lost", "two lost, another's too"],
)
def test_each_scores_the_values_of_its_uncovered_buildings(lost: tuple[str, ...], score: int) -> None:
    assert GAME.scores(ended(west_without(*lost), "school", "bank")) == (score, 15)


def test_a_type_wiped_out_scores_nothing() -> None:
    lost = west_without(*(f"school {value}" for value in range(1, 6)))
    assert GAME.scores(ended(lost, "school", "bank")) == (0, 15)


def test_most_points_win() -> None:
    state = ended(west_without("school 5", "bank 1"), "school", "bank", "jail")
    assert GAME.outcome(state) == Outcome((Seat(3),), "most points: 15")


def test_a_tie_goes_to_more_votes_left_yes_and_no_together() -> None:
    votes: tuple[VoteCards, ...] = (("JAAA", "?"), ("JA", "NEEE", "?"), ("?",))
    state = ended(west_without("jail 1"), "school", "bank", "jail", votes=votes)
    assert GAME.outcome(state) == Outcome((Seat(2),), "tied at 15 points, most votes left: 4")


def test_in_a_tie_the_joker_counts_two_and_the_shrug_nothing() -> None:
    """[decided]"""
    votes: tuple[VoteCards, ...] = (("JA", "?"), ("JEEIIN",))
    outcome = GAME.outcome(ended(west_without(), "school", "bank", votes=votes))
    assert outcome is not None
    assert outcome.winners == (2,)
    votes = (("NEE", "?"), ("JEEIIN",))
    outcome = GAME.outcome(ended(west_without(), "school", "bank", votes=votes))
    assert outcome is not None
    assert outcome.winners == (1, 2)


def test_still_tied_is_shared() -> None:
    """[decided]"""
    state = ended(west_without("bank 2"), "school", "bank", "jail")
    assert GAME.outcome(state) == Outcome(
        (Seat(1), Seat(3)), "shared at 15 points, with equal votes left: 14"
    )


# The expert variant


@pytest.mark.parametrize(
    ("card", "buildings", "score"),
    [
        ("all 3s", ["school 3", "bank 3", "jail 4", "jail 2"], 6),
        ("all 4s", ["school 3", "bank 4", "jail 4", "stable 4"], 12),
        ("one each", ["school 3", "bank 5", "jail 1"], 3),
        ("lowest of each", ["school 5", "school 3", "bank 4", "jail 1", "jail 2"], 8),
        ("all 3s", [], 0),
        ("lowest of each", [], 0),
        ("school", ["school 5", "bank 5"], 5),
    ],
)
def test_what_each_card_scores(card: str, buildings: list[str], score: int) -> None:
    assert points(card, standing(*buildings)) == score


def test_lowest_of_each_rises_as_the_low_ones_are_covered_and_falls_to_0_for_a_type_wiped_out() -> None:
    town_ = west_without("school 1", *(f"bank {value}" for value in range(1, 6)))
    assert GAME.scores(ended(town_, "lowest of each/jail", "one each/stable")) == (4 + 2 + 0, 24)


def test_special_cards_count_printed_values_and_outhouses_never() -> None:
    """[decided] 30 buildings stand, and 17 outhouses."""
    state = ended(
        west_without(), "all 3s/jail", "all 4s/stable", "lowest of each/bank", "one each/school"
    )
    assert GAME.scores(state) == (18, 24, 6, 30)


def test_in_the_expert_variant_outhouses_are_covered_freely() -> None:
    state = sitting(town("w.o....\n......."), "w2", "w1", variant="expert")
    after = GAME.play(replace(state, chosen=True), lay(ANA, "w2", (0, 0), "east"))
    assert after.phase == Laying(BOB)
    assert after.town.covered == {(1, 0), (2, 0)}


def test_in_the_expert_variant_nobody_votes() -> None:
    state = sitting(town("w..."), "w1", "w1", variant="expert")
    with pytest.raises(IllegalMove, match="may not vote: Ana is to lay a tile"):
        GAME.play(state, Vote(ANA, ("JA",)))


CARDS = (("school", "all 3s"), ("jail", "bank"), ("one each", "stable"))


def choosing(where: str, *hands: str, cards: tuple[tuple[str, ...], ...] = CARDS) -> State:
    state = sitting(town(where), *hands, variant="expert", cards=cards)
    return GAME.play(state, lay(ANA, "w1", (0, 0), "east"))


def test_all_choose_as_soon_as_the_first_line_has_nowhere_to_go() -> None:
    """The wall is stuck; before the next lay all choose, beginning with the seat that lays next."""
    state = choosing("w.#s...\n.......", "w1", "s1", "s1")
    assert state.phase == Choosing(BOB, BOB)
    assert GAME.to_move(state) == BOB
    with pytest.raises(IllegalMove, match=r"seat 2 \(Bob\) may not lay .*: Bob is to choose a card"):
        GAME.play(state, lay(BOB, "s1", (3, 0), "east"))


def test_a_line_that_nobody_has_a_tile_for_has_ended() -> None:
    assert isinstance(choosing("w...s...", "w1", "s1", "s1").phase, Choosing)


def test_a_line_has_ended_also_when_tiles_of_its_kind_remain_but_none_fits() -> None:
    assert isinstance(choosing("w..#s...", "w1", "s1 w2", "s1").phase, Choosing)
    assert choosing("w..#s...", "w1", "s1 w1", "s1").phase == Laying(BOB)


@pytest.mark.parametrize(
    ("where", "hands", "square", "why"),
    [
        ("w.#s...\n##.....", ("w1", "s1 w1"), [1, 0], "space"),
        ("w...s...", ("w1", "s1"), [1, 0], "tiles"),
        ("w..#s...", ("w1", "s1 w2"), [1, 0], "fit"),
    ],
    ids=["no free square", "nobody has such a tile", "none that is left fits"],
)
def test_it_is_told_which_line_has_ended_and_why(
    where: str, hands: tuple[str, ...], square: list[int], why: str
) -> None:
    state = sitting(town(where), *hands, variant="expert", cards=CARDS[:2])
    assert GAME.view(state, EVERYONE)["ended_lines"] == []
    after = GAME.play(state, lay(ANA, "w1", (0, 0), "east"))
    assert GAME.view(after, EVERYONE)["ended_lines"] == [{"kind": "wall", "square": square, "why": why}]


def test_the_first_to_choose_is_the_seat_that_lays_next_after_skips() -> None:
    assert choosing("w.#s...\n.......", "w1", "r1", "s1").phase == Choosing(CYD, CYD)


def test_if_none_can_lay_the_seat_after_the_last_layer_chooses_first_and_the_game_ends() -> None:
    state = choosing("w.#s...\n.......", "w1", "r1", "r1")
    assert state.phase == Choosing(BOB, None)
    for seat, card in ((BOB, "bank"), (CYD, "one each"), (ANA, "all 3s")):
        assert GAME.to_move(state) == seat
        state = GAME.play(state, Choose(seat, card))
    assert state.phase == Ended()
    assert [hand[0] for hand in state.cards] == ["all 3s", "bank", "one each"]


def test_after_the_choice_the_seat_that_was_to_lay_lays() -> None:
    state = choosing("w.#s...\n.......", "w1", "r1", "s1")
    for seat, card in ((CYD, "stable"), (ANA, "school"), (BOB, "jail")):
        state = GAME.play(state, Choose(seat, card))
    assert state.phase == Laying(CYD)


def test_the_choice_comes_once_and_cannot_be_altered() -> None:
    state = choosing("w.#s...\n.......", "w1", "s1", "s1")
    for seat, card in ((BOB, "bank"), (CYD, "stable"), (ANA, "school")):
        state = GAME.play(state, Choose(seat, card))
    with pytest.raises(IllegalMove, match=r"seat 2 \(Bob\) may not choose: Bob is to lay a tile"):
        GAME.play(state, Choose(BOB, "jail"))
    after = GAME.play(state, lay(BOB, "s1", (3, 0), "east"))
    assert after.phase == Laying(CYD), "a second line's end is no second moment of choosing"


def test_only_a_card_that_was_dealt_can_be_chosen_and_the_refusal_names_none() -> None:
    state = choosing("w.#s...\n.......", "w1", "s1", "s1")
    with pytest.raises(IllegalMove, match=r"seat 2 \(Bob\) may not choose: this is not one") as refused:
        GAME.play(state, Choose(BOB, "school"))
    assert not any(card in str(refused.value) for hand in CARDS for card in hand)
    with pytest.raises(IllegalMove, match="may not choose"):
        GAME.play(state, Choose(BOB, None))


def test_nobody_chooses_before_the_first_line_has_ended() -> None:
    with pytest.raises(IllegalMove, match="may not choose: Ana is to lay a tile"):
        GAME.play(sitting(town("w..."), "w1", "w1", variant="expert"), Choose(ANA, "tavern"))


def test_an_expert_tie_goes_to_the_other_card() -> None:
    state = ended(west_without("jail 5"), "school/all 3s", "bank/one each", "stable/jail")
    assert GAME.outcome(state) == Outcome(
        (Seat(2),), "tied at 15 points, most points of the other card: 29"
    )


def test_an_expert_tie_that_remains_is_shared() -> None:
    """[decided]"""
    state = ended(west_without("jail 5"), "school/saloon", "bank/general store", "stable/jail")
    assert GAME.outcome(state) == Outcome(
        (Seat(1), Seat(2)), "shared at 15 points, with equal points of the other card: 15"
    )


# Without phones: the machine is not told the cards, they are shown at the end


def unknown(where: Town, variant: str = "basic") -> State:
    state = sitting(where, "", "", phase=Ended(), variant="expert" if variant == "expert" else "basic")
    return replace(state, cards=((), ()))


def test_cards_that_the_machine_was_not_told_are_shown_at_the_end() -> None:
    state = unknown(west_without("school 5"))
    assert GAME.to_move(state) == ANA
    assert GAME.scores(state) is None
    assert GAME.outcome(state) is None
    state = GAME.play(GAME.play(state, Show.of(ANA, "school")), Show.of(BOB, "bank"))
    assert GAME.scores(state) == (10, 15)
    assert GAME.to_move(state) is None


def test_expert_cards_are_shown_with_the_one_that_counts_first() -> None:
    state = unknown(west_without("school 5"), "expert")
    state = GAME.play(state, Show.of(ANA, "all 3s", "school"))
    state = GAME.play(state, Show.of(BOB, "bank", "jail"))
    assert GAME.scores(state) == (18, 15)


def test_where_cards_are_unknown_choosing_names_none() -> None:
    state = replace(choosing("w.#s...\n.......", "w1", "s1", "s1"), cards=((), (), ()))
    with pytest.raises(IllegalMove, match="may not choose: the cards are shown at the end"):
        GAME.play(state, Choose(BOB, "jail"))
    for seat in (BOB, CYD, ANA):
        state = GAME.play(state, Choose(seat, None))
    assert state.phase == Laying(BOB)
    assert state.cards == ((), (), ())


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ((), "0 cards, 1 are dealt"),
        (("bank", "jail"), "2 cards, 1 are dealt"),
        (("museum",), "a card that is not in this game"),
        (("school",), "there is only one of each card"),
    ],
)
def test_cards_that_cannot_be_are_not_shown(cards: tuple[str, ...], reason: str) -> None:
    state = GAME.play(unknown(west_without()), Show.of(ANA, "school"))
    with pytest.raises(IllegalMove, match=rf"seat 2 \(Bob\) may not show .*: {reason}"):
        GAME.play(state, Show.of(BOB, *cards))


def test_nobody_shows_cards_that_the_machine_knows() -> None:
    state = ended(west_without(), "school", "bank")
    with pytest.raises(IllegalMove, match="may not show school: the game has ended"):
        GAME.play(state, Show.of(ANA, "school"))

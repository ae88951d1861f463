"""Laying tiles: directions, bridges, dead ends, gangs removed."""

from dataclasses import replace

import pytest

from companion.errors import IllegalMove
from companion.games.drunter.board import load_shipped_board
from companion.games.drunter.pieces import Gang, Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Laying, Voting
from companion.games.drunter.town import empty_town
from companion.games.drunter.turns import go_on
from companion.games.game import EVERYONE
from tests.games.drunter.pictures import ANA, BOB, KIND, lay, sitting, town, ways

WEST = empty_town(load_shipped_board("wacky_wacky_west"))


def test_from_a_corner_there_are_two_ways() -> None:
    assert ways(WEST) == {
        (Square(0, 0), "east"): ((1, 0), (2, 0), (3, 0)),
        (Square(0, 0), "south"): ((0, 1), (0, 2), (0, 3)),
        (Square(0, 9), "north"): ((0, 8), (0, 7), (0, 6)),
        (Square(0, 9), "east"): ((1, 9), (2, 9), (3, 9)),
        (Square(14, 0), "south"): ((14, 1), (14, 2), (14, 3)),
        (Square(14, 0), "west"): ((13, 0), (12, 0), (11, 0)),
        (Square(14, 9), "north"): ((14, 8), (14, 7), (14, 6)),
        (Square(14, 9), "west"): ((13, 9), (12, 9), (11, 9)),
    }


def test_elsewhere_there_are_three_ways() -> None:
    after = GAME.play(sitting(WEST, "s2", "s1"), lay(ANA, "s2", (14, 0), "south"))
    street = {towards for at, towards in ways(after.town) if at == (14, 2)}
    assert street == {"south", "west"}, "the grid ends in the east"
    after = GAME.play(after, lay(BOB, "s1", (14, 2), "west"))
    assert {towards for at, towards in ways(after.town) if at == (13, 2)} == {"north", "south", "west"}


def test_a_tile_runs_straight_away_from_the_gang_and_the_gang_moves_to_its_end_field() -> None:
    after = GAME.play(sitting(town("w....\n....."), "w3", "w1"), lay(ANA, "w3", (0, 0), "east"))
    assert after.town.tiles[-1].squares == ((1, 0), (2, 0), (3, 0))
    assert after.town.gangs == (Gang("wall", Square(3, 0)),)


def test_the_middle_of_a_triple_is_a_bridge_and_a_double_has_none() -> None:
    start = sitting(town("w....\n....."), "w3 w2", "w1")
    assert GAME.play(start, lay(ANA, "w3", (0, 0), "east")).town.bridges == {(2, 0)}
    assert GAME.play(start, lay(ANA, "w2", (0, 0), "east")).town.bridges == frozenset()


@pytest.mark.parametrize(
    ("picture", "free"),
    [
        ("w..#", 2),
        ("w...", 3),
        ("w..x", 2),
        ("w.", 1),
        ("w....", 3),
        ("w.=.", 1),
    ],
    ids=[
        "a tile",
        "the edge",
        "a start square [decided]",
        "the near edge",
        "no tile is longer",
        "a bridge",
    ],
)
def test_a_tile_stops_before(picture: str, free: int) -> None:
    squares = ways(town(picture))[Square(0, 0), "east"]
    assert squares == tuple((1 + i, 0) for i in range(free))


def test_a_tile_is_never_laid_over_another() -> None:
    with pytest.raises(
        IllegalMove, match=r"seat 1 \(Ana\) may not lay wall 3 .*free squares that way: 2"
    ):
        GAME.play(sitting(town("w..#"), "w3 w1", "w1"), lay(ANA, "w3", (0, 0), "east"))


def test_a_tile_is_never_laid_off_the_grid() -> None:
    with pytest.raises(IllegalMove, match="free squares that way: 0"):
        GAME.play(sitting(town("w..."), "w1", "w1"), lay(ANA, "w1", (0, 0), "north"))


def test_a_tile_is_never_laid_on_a_start_square_left_or_not() -> None:
    """[decided]"""
    assert ways(town("w.x..\n....s"))[Square(0, 0), "east"] == ((1, 0),)
    assert (Square(0, 0), "east") not in ways(town("wx..."))


def test_a_tile_must_be_of_the_line_s_kind() -> None:
    with pytest.raises(IllegalMove, match=r"no street gang stands on \[0, 0\]"):
        GAME.play(sitting(town("w..."), "s1 w1", "w1"), lay(ANA, "s1", (0, 0), "east"))


def test_a_tile_is_laid_at_a_gang_only() -> None:
    with pytest.raises(IllegalMove, match=r"no wall gang stands on \[2, 0\]"):
        GAME.play(sitting(town("w..."), "w1", "w1"), lay(ANA, "w1", (2, 0), "east"))


def test_a_player_lays_own_tiles_only() -> None:
    with pytest.raises(IllegalMove, match="Ana has no wall tile of length 2"):
        GAME.play(sitting(town("w..."), "w1", "w2"), lay(ANA, "w2", (0, 0), "east"))


def test_a_tile_laid_leaves_the_hand() -> None:
    after = GAME.play(sitting(town("w....\n....."), "w1 w1 w2", "w1"), lay(ANA, "w1", (0, 0), "east"))
    assert after.tiles[0] == (("wall", 1), ("wall", 2))


# Bridges


def test_a_line_passes_under_a_bridge_and_runs_on_in_the_same_direction() -> None:
    assert ways(town("w=..."))[Square(0, 0), "east"] == ((2, 0), (3, 0), (4, 0))


def test_a_line_passes_under_an_unbroken_straight_row_of_bridges() -> None:
    assert ways(town("w===.."))[Square(0, 0), "east"] == ((4, 0), (5, 0))


@pytest.mark.parametrize("picture", ["w=#..", "w=x..", "w=", "w=#=.", "w#=..", "w=="])
def test_the_first_field_beyond_must_be_free(picture: str) -> None:
    assert ways(town(picture)) == {}


def test_a_bridge_further_off_is_no_way() -> None:
    assert ways(town("w.=.."))[Square(0, 0), "east"] == ((1, 0),)


def test_bridges_round_a_corner_are_no_way() -> None:
    assert ways(town("w=#\n#=.\n##.")) == {}


@pytest.mark.parametrize("kind", ["s", "r", "w"])
def test_a_line_of_any_kind_passes_under_a_bridge(kind: str) -> None:
    """[decided] Own and other kinds alike: here a river's."""
    where = town(f"r......\n.......\n...{kind}...")
    river = sitting(where, "r1 r3", f"{kind}1")
    river = GAME.play(river, lay(ANA, "r1", (0, 0), "south"))
    bridge = GAME.play(replace(river, phase=Laying(ANA)), lay(ANA, "r3", (0, 1), "east"))
    assert bridge.town.bridges == {(2, 1)}
    crossing = sitting(replace(bridge.town, gangs=(Gang(KIND[kind], Square(2, 2)),)), f"{kind}1", "w1")
    after = GAME.play(crossing, lay(ANA, f"{kind}1", (2, 2), "north"))
    assert after.town.tiles[-1].squares == ((2, 0),)


def test_a_line_passes_under_its_own_bridge() -> None:
    """[decided] The street comes round a corner and crosses its own triple."""
    state = sitting(town("s......\n.......\n......."), "s1 s1 s1 s3", "w1")
    state = GAME.play(state, lay(ANA, "s1", (0, 0), "south"))
    state = GAME.play(state, lay(ANA, "s3", (0, 1), "east"))
    state = GAME.play(state, lay(ANA, "s1", (3, 1), "south"))
    state = GAME.play(state, lay(ANA, "s1", (3, 2), "west"))
    assert ways(state.town)[Square(2, 2), "north"] == ((2, 0),)


def test_a_gang_cannot_go_back_under_the_bridge_of_the_triple_it_stands_on() -> None:
    after = GAME.play(sitting(town("w.....\n......"), "w3", "w1"), lay(ANA, "w3", (0, 0), "east"))
    assert (Square(3, 0), "west") not in ways(after.town)


def test_an_outhouse_beyond_a_bridge_is_free_but_needs_its_vote() -> None:
    state = GAME.play(sitting(town("w=o.."), "w1", "w1"), lay(ANA, "w1", (0, 0), "east"))
    assert isinstance(state.phase, Voting)


def test_a_bridge_lay_is_told_from_the_gang_s_own_square() -> None:
    after = GAME.play(sitting(town("w=...."), "w2", "w1"), lay(ANA, "w2", (0, 0), "east"))
    assert after.town.tiles[-1].squares == ((2, 0), (3, 0))


# Dead ends and removal


def test_a_gang_with_no_free_neighbour_is_removed_for_good() -> None:
    after = GAME.play(sitting(town("w.#s.."), "w1", "s1"), lay(ANA, "w1", (0, 0), "east"))
    assert after.town.gangs == (Gang("street", Square(3, 0)),)
    with pytest.raises(IllegalMove, match=r"no wall gang stands on \[1, 0\]"):
        GAME.play(sitting(after.town, "w1", "s1"), lay(ANA, "w1", (1, 0), "west"))


def test_a_way_over_bridges_keeps_a_gang() -> None:
    """[decided] bridges count"""
    after = GAME.play(sitting(town("w.=.s."), "w1", "s1"), lay(ANA, "w1", (0, 0), "east"))
    assert Gang("wall", Square(1, 0)) in after.town.gangs


def test_all_four_gangs_are_checked_after_every_lay() -> None:
    """The street's tile takes the wall its last square, and the wall's gang is removed."""
    after = GAME.play(
        sitting(town("w.....\n#.....\n#s...."), "s2 s1", "s1"), lay(ANA, "s2", (1, 2), "north")
    )
    assert after.town.gangs == (Gang("street", Square(1, 0)),)


def test_an_outhouse_is_a_free_neighbour() -> None:
    after = GAME.play(sitting(town("w.o..s"), "w1", "s1"), lay(ANA, "w1", (0, 0), "east"))
    assert Gang("wall", Square(1, 0)) in after.town.gangs


def test_a_start_square_is_no_free_neighbour() -> None:
    after = GAME.play(sitting(town("w.x.s."), "w1", "s1"), lay(ANA, "w1", (0, 0), "east"))
    assert after.town.gangs == (Gang("street", Square(4, 0)),)


def test_a_wall_tile_between_two_wall_gangs_belongs_to_the_one_its_player_names() -> None:
    """[decided]"""
    start = sitting(town("w.w\n...\n..."), "w1", "w1")
    left = GAME.play(start, lay(ANA, "w1", (0, 0), "east"))
    right = GAME.play(start, lay(ANA, "w1", (2, 0), "west"))
    assert left.town.covered == right.town.covered
    assert set(left.town.gangs) == {Gang("wall", Square(1, 0)), Gang("wall", Square(2, 0))}
    assert set(right.town.gangs) == {Gang("wall", Square(1, 0)), Gang("wall", Square(0, 0))}


# Who lays


def test_buildings_are_covered_freely() -> None:
    after = GAME.play(sitting(town("w45.."), "w2", "w1"), lay(ANA, "w2", (0, 0), "east"))
    assert after.phase == Laying(BOB)


def test_a_player_who_can_lay_nothing_is_skipped_without_a_move() -> None:
    after = GAME.play(sitting(town("w.....\n......"), "w1 w1", "s1"), lay(ANA, "w1", (0, 0), "east"))
    assert after.phase == Laying(ANA)


def test_a_player_is_skipped_perhaps_only_for_now() -> None:
    """Bob's triple fits only after Ana has come round the corner."""
    start = sitting(town("w..\n#..\n#..\n#.."), "w1 w1", "w3")
    after = GAME.play(start, lay(ANA, "w1", (0, 0), "east"))
    assert after.phase == Laying(BOB)
    start = sitting(town("w..\n##.\n##.\n##."), "w1 w1", "w3")
    after = GAME.play(start, lay(ANA, "w1", (0, 0), "east"))
    assert after.phase == Laying(ANA), "Bob is skipped"
    after = GAME.play(after, lay(ANA, "w1", (1, 0), "east"))
    assert after.phase == Laying(BOB)


def test_a_lay_that_needs_a_vote_must_be_made_if_there_is_no_other() -> None:
    """[decided] Bob has nowhere else to lay and is not skipped."""
    after = GAME.play(sitting(town("w.o..."), "w1", "w1"), lay(ANA, "w1", (0, 0), "east"))
    assert after.phase == Laying(BOB)
    (only,) = GAME.legal_moves(after)
    assert isinstance(GAME.play(after, only).phase, Voting)


def test_who_can_lay_nothing_at_the_start_is_skipped() -> None:
    assert go_on(sitting(town("w..."), "s1", "w1"), ANA).phase == Laying(BOB)


def test_a_single_is_told_with_the_way_it_was_laid() -> None:
    state = sitting(WEST, "w1 s1 s2", "w1 w1")
    for move in (
        lay(ANA, "w1", (0, 0), "south"),
        lay(BOB, "w1", (0, 1), "east"),
        lay(ANA, "s1", (14, 0), "west"),
        lay(BOB, "w1", (1, 1), "north"),
        lay(ANA, "s2", (13, 0), "south"),
    ):
        state = GAME.play(state, move)
    assert GAME.view(state, EVERYONE)["runs"] == ["south", "east", "west", "north", "south"]

"""Set-up: twelve parts in any 3 × 4 rectangle, everybody at home, all stones closed."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.errors import BadSetup
from companion.games.game import Json, Setup
from companion.games.gruftmeister.board import CHEST, COFFIN, DOOR, STONES, Cell
from companion.games.gruftmeister.crypt import crypt_of, ground_of, key_of
from companion.games.gruftmeister.faults import layout_faults
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.start import dealt
from tests.games.gruftmeister.crypts import ANA, NAMES, begun, crypt_data, setup

OURS = crypt_of(ground_of("our_crypt", None))


def start_with(**changes: Any) -> None:
    """Start with a crypt whose data was changed: each key a path with dots, each value what it holds."""
    crypt = crypt_data()
    for path, value in changes.items():
        *way, last = path.split("__")
        place: Any = crypt
        for part in way:
            place = place[part]
        place[last] = value
    GAME.start(Setup("gruftmeister", NAMES[:2], {"crypt": crypt}))


def test_each_player_begins_on_the_own_start_with_three_hearts_and_the_own_key() -> None:
    state = begun(4)
    for player, colour in zip(state.players, ("red", "blue", "green", "yellow"), strict=True):
        assert player.colour == colour
        assert player.master == player.servant == state.board.starts[colour]
        assert player.hearts == 3
        assert player.has(key_of(colour))
        assert player.master_bag == player.servant_bag == ()


def test_every_stone_lies_closed_and_nobody_knows_what_is_under_it() -> None:
    state = begun()
    assert state.closed == {cell for cell, field in state.board.fields.items() if field.kind in STONES}
    assert state.under == {}


def test_the_first_seat_the_youngest_begins() -> None:
    assert GAME.to_move(begun()) == ANA


def test_players_may_choose_their_colours() -> None:
    state = begun(2, colours={"Ana": "green", "Bob": "red"})
    assert [player.colour for player in state.players] == ["green", "red"]
    assert state.players[0].master == Cell(0, 3)


@pytest.mark.parametrize(
    ("colours", "fault"),
    [
        ({"Ana": "red"}, "one for each of Ana, Bob"),
        ({"Ana": "red", "Bob": "red"}, "2 seats are red"),
        ({"Ana": "rd", "Bob": "blue"}, r"Ana: 'rd' \(did you mean 'red'\?\)"),
        (["red", "blue"], "one for each"),
    ],
)
def test_wrong_colours_are_named(colours: Json, fault: str) -> None:
    with pytest.raises(BadSetup, match=f"colours: .*{fault}"):
        begun(2, colours=colours)


def test_the_parts_may_lie_in_three_rows_of_four_or_four_rows_of_three() -> None:
    lying = begun(layout=[[f"p{r}{c}" for c in range(4)] for r in range(3)])
    assert (len(lying.board.drawing), len(lying.board.drawing[0])) == (13, 17)
    standing = begun(layout=[[f"p{r}{c}" for r in range(3)] for c in range(4)])
    assert (len(standing.board.drawing), len(standing.board.drawing[0])) == (17, 13)


def test_any_layout_of_our_parts_lets_everybody_go_everywhere() -> None:
    rng = Random(3)
    names = "abcdefghijkl"
    for rows, columns in ((3, 4), (4, 3)) * 10:
        laid = [f"{name}+{rng.randrange(4)}" for name in rng.sample(names, 12)]
        layout = [laid[row * columns : (row + 1) * columns] for row in range(rows)]
        state = GAME.start(Setup("gruftmeister", NAMES, {}, {"layout": layout}))
        assert state.board.within_reach(state.players[0].master) == set(state.board.fields)


def test_a_turned_part_has_its_fields_turned_clockwise() -> None:
    # The first part is  r .  above  . .  : a quarter turn puts its start top right.
    layout = [[f"p{r}{c}" for c in range(4)] for r in range(3)]
    layout[0][0] = "p00+1"
    assert begun(layout=layout).board.starts["red"] == Cell(1, 0)
    layout[0][0] = "p00+2"
    assert begun(layout=layout).board.starts["red"] == Cell(1, 1)
    layout[0][0] = "p00+3"
    assert begun(layout=layout).board.starts["red"] == Cell(0, 1)


def test_the_board_wraps_round_at_its_edges() -> None:
    ways = begun().board.ways
    assert Cell(7, 0) in ways[Cell(0, 0)]
    assert Cell(0, 5) in ways[Cell(0, 0)]
    assert all(cell in ways[beside] for cell in ways for beside in ways[cell])


def test_a_way_needs_both_sides_of_a_border_open() -> None:
    crypt = crypt_data()
    crypt["parts"]["p00"] = ["#####", "#r ##", "# # #", " . . ", "# # #"]
    state = GAME.start(Setup("gruftmeister", NAMES[:2], {"crypt": crypt}))
    assert Cell(7, 0) not in state.board.ways[Cell(0, 0)]
    assert Cell(0, 5) not in state.board.ways[Cell(0, 0)]
    assert Cell(7, 1) in state.board.ways[Cell(0, 1)]


@pytest.mark.parametrize(
    ("layout", "fault"),
    [
        ("p00", "is not a list"),
        ([["p00"]], "1 rows of 1, it must be 3 rows of 4 or 4 of 3"),
        ([["p00"]], "part p01 is missing"),
        ([["p00", "p00", "p02", "p03"]] * 3, "part p00 lies 6 times"),
        ([["p00", "p9", "p02", "p03"]], "no part is called 'p9'"),
        ([["p00+5", "p01", "p02", "p03"]], "after '\\+' comes how many quarter turns, 0 to 3"),
        ([["p00", 3]], "number 2: 3 is not a text"),
    ],
)
def test_every_fault_of_a_layout_is_named(layout: Json, fault: str) -> None:
    with pytest.raises(BadSetup, match=f"layout.*{fault}"):
        begun(layout=layout)


def test_parts_that_are_not_square_can_be_turned_by_half_only() -> None:
    data = {"parts": {"a": ["#####", " . . ", "#####"]}}
    half, quarter = (layout_faults(data, [[f"a+{turns}"]]) for turns in (2, 1))
    assert [fault for fault in quarter if fault not in half] == [
        "layout: 'a+1': a part that is not square can be turned by half only"
    ]


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("name", 3, "crypt: name: 3 is not a text"),
        ("legend", [], r"crypt: legend: \[\] is not an object"),
        ("stones__chest", {"sword": "2"}, "crypt: stones: chest: sword: '2' is not a whole number"),
        ("doors__barred", {"tool": "crowbar"}, "crypt: doors: barred: 'key' is missing"),
        ("titel", "", "crypt: unknown key 'titel'"),
        ("colours", ["red", "blue", "green"], "colours: four different ones are needed"),
        ("colours", ["red", "blue", "green", "green"], "colours: four different ones are needed"),
        ("legend__z", "coffn", r"legend: 'z' is 'coffn' \(did you mean 'coffin'\?\)"),
        ("legend__zz", "chest", "legend: 'zz' must be one character"),
        ("parts__p00", ["# # #", " r . "], "part p00: it needs an odd number of rows and columns"),
        ("parts__p00", ["# #", " r ", "# #"], "part p00: 1 × 1 fields, the others have 2 × 2"),
        (
            "parts__p00",
            ["# # #", " r ? ", "# # #", " . . ", "# # #"],
            r"part p00, row 2, character 4: '\?' is not in the legend",
        ),
        (
            "parts__p00",
            ["# # #", " rx. ", "# # #", " . . ", "# # #"],
            "part p00, row 2, character 3: 'x' is neither a way",
        ),
        (
            "parts__p00",
            ["# # #", " r . ", "#   #", " . . ", "# # #"],
            "part p00, row 3, character 3: ' ': a corner between fields must be a wall",
        ),
        (
            "parts__p00",
            ["# # #", " . . ", "# # #", " . . ", "# # #"],
            "parts: 0 start fields of red, there must be one",
        ),
        (
            "parts__x",
            ["# # #", " . . ", "# # #", " . . ", "# # #"],
            "parts: there are 13, a board has 12",
        ),
        ("things__sword", "wepon", r"things: sword is 'wepon' \(did you mean 'weapon'\?\)"),
        ("things__bow", "weapon", "things: 3 kinds of weapon, there are 2"),
        ("things__boots", "armour", "things: 3 kinds of armour, there are 2"),
        ("things__back", "tool", "things: 'back' has a meaning of its own"),
        ("things__red key", "tool", "things: 'red key' has a meaning of its own"),
        ("doors__open", {"tool": "saw", "key": "red"}, "doors: 'open' is the door that is not locked"),
        ("doors__barred", {"tool": "sword", "key": "red"}, "doors: barred: 'sword' is no tool"),
        (
            "doors__barred",
            {"tool": "saw", "key": "rad"},
            r"doors: barred: 'rad' \(did you mean 'red'\?\)",
        ),
        ("stones__chest", {"sword": 2}, "stones: 2 for the 9 chest fields of the parts"),
        ("stones__chest__swrd", 0, r"stones: chest: 'swrd' \(did you mean 'sword'\?\) is unknown"),
        ("stones__chest__sword", -1, "stones: chest: -1 of sword"),
        ("stones__door", {"wide": 4}, "stones: door: 'wide' is unknown"),
        ("stones__coffin", {"heart": 7}, "stones: 1 treasures, 5 are needed to win"),
    ],
)
def test_every_fault_of_a_crypt_is_named(path: str, value: Any, fault: str) -> None:
    with pytest.raises(BadSetup, match=fault):
        start_with(**{path: value})


def test_several_faults_are_named_at_once() -> None:
    with pytest.raises(BadSetup, match=r"3 kinds of weapon.*; stones: 2 for the 9 chest fields"):
        start_with(things__bow="weapon", stones__chest={"sword": 2})


def test_fields_that_cannot_be_reached_are_named() -> None:
    crypt = crypt_data()
    crypt["parts"]["p13"] = ["#####", "#k#c#", "#####", "###y ", "# # #"]
    lost = r"2 fields cannot be reached from the starts: \(6,2\), \(7,2\)"
    with pytest.raises(BadSetup, match=f"layout: {lost}"):
        GAME.start(Setup("gruftmeister", NAMES[:2], {"crypt": crypt}))


def test_an_unknown_crypt_is_refused_by_name() -> None:
    with pytest.raises(BadSetup, match=r"no crypt is called 'our_cript' \(did you mean 'our_crypt'\?\)"):
        GAME.start(Setup("gruftmeister", NAMES[:2], {"crypt": "our_cript"}))


def test_our_crypt_says_that_it_is_not_the_published_one() -> None:
    assert "not the published" in OURS.note
    state = GAME.start(Setup("gruftmeister", NAMES))
    assert state.crypt.name == "Our crypt"


def test_our_crypt_has_treasures_enough_for_four_players() -> None:
    assert OURS.treasures >= 4 * 4 + 1


def test_the_start_fields_of_our_crypt_lie_in_the_middle() -> None:
    columns, rows = len(OURS.board.drawing[0]) // 2, len(OURS.board.drawing) // 2
    for start in OURS.board.starts.values():
        assert columns / 4 <= start.column < columns * 3 / 4
        assert 0 < start.row < rows


def test_a_deal_lays_every_stone_of_the_crypt() -> None:
    deal = dealt(OURS, Random(1))
    for kind in (CHEST, COFFIN, DOOR):
        lying = Counter(str(deal[str(cell)]) for cell in OURS.board.of_kind(kind))
        assert lying == Counter(OURS.stones[kind])


def test_a_deal_is_what_luck_finds() -> None:
    deal = dealt(crypt_of(ground_of(crypt_data(), None)), Random(2))
    state = begun(stones=deal)
    assert {str(cell): face for cell, face in state.under.items()} == deal


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"3,0": None}, r"stones: more than there are for a chest: None"),
        ({"0,0": "sword"}, "stones: '0,0' is no chest, coffin or door"),
        ({"first": "sword"}, "stones: 'first' is no chest, coffin or door"),
        ({f"{'9' * 5000},1": "sword"}, "is no chest, coffin or door"),
        ({"3,3": "sword"}, "stones: more than there are for a door: sword"),
    ],
)
def test_every_fault_of_a_deal_is_named(change: dict[str, Json], fault: str) -> None:
    deal = {**dealt(crypt_of(ground_of(crypt_data(), None)), Random(2)), **change}
    with pytest.raises(BadSetup, match=fault):
        begun(stones=deal)


def test_a_deal_must_be_whole() -> None:
    with pytest.raises(BadSetup, match=r"stones: nothing on the chest at \(3,0\), 9 in all"):
        begun(stones={})
    with pytest.raises(BadSetup, match="stones: must be an object"):
        begun(stones=["sword"])


def test_places_played_for_are_an_option() -> None:
    assert GAME.start(setup(3, places=3)).places_wanted == 3
    with pytest.raises(BadSetup, match="option 'places' is 4, at most 3"):
        GAME.start(setup(3, places=4))

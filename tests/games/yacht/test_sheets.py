"""What dice are worth in each box, as the two tables of the rules say."""

import pytest

from companion.games.yacht.sheets import SHEETS, counts_of
from tests.games.yacht import oracle


def points(sheet: str, box: str, faces: str) -> int:
    named = {each.name: each for each in SHEETS[sheet].boxes}
    return named[box].points(counts_of(tuple(faces)))


@pytest.mark.parametrize(
    ("box", "faces", "worth"),
    [
        ("ones", "11345", 2),
        ("ones", "23456", 0),
        ("twos", "22222", 10),
        ("threes", "33312", 9),
        ("fours", "41235", 4),
        ("fives", "55123", 10),
        ("sixes", "66661", 24),
        pytest.param("full_house", "22255", 16, id="three of one, two of another: sum of all"),
        pytest.param("full_house", "55522", 19, id="the other way round"),
        pytest.param("full_house", "55552", 0, id="four and one are no full house"),
        pytest.param("full_house", "22113", 0, id="two pairs are no full house"),
        pytest.param("full_house", "55555", 0, id="five alike are no full house"),
        pytest.param("four_of_a_kind", "33336", 12, id="four alike: sum of the four"),
        pytest.param("four_of_a_kind", "33333", 12, id="five alike count: still the four"),
        pytest.param("four_of_a_kind", "33366", 0, id="three alike"),
        ("little_straight", "54321", 30),
        ("little_straight", "23456", 0),
        ("little_straight", "11234", 0),
        ("big_straight", "23456", 30),
        ("big_straight", "12345", 0),
        ("choice", "11236", 13),
        ("yacht", "44444", 50),
        ("yacht", "44443", 0),
    ],
)
def test_the_sheet_yacht(box: str, faces: str, worth: int) -> None:
    assert points("yacht", box, faces) == worth


@pytest.mark.parametrize(
    ("box", "faces", "worth"),
    [
        ("ones", "11111", 5),
        ("sixes", "66123", 12),
        pytest.param("three_of_a_kind", "22256", 17, id="three alike: sum of all"),
        pytest.param("three_of_a_kind", "22225", 13, id="or more"),
        pytest.param("three_of_a_kind", "66666", 30, id="even five"),
        pytest.param("three_of_a_kind", "22556", 0, id="pairs"),
        pytest.param("four_of_a_kind", "22225", 13, id="four alike: sum of all"),
        pytest.param("four_of_a_kind", "22222", 10, id="or five"),
        pytest.param("four_of_a_kind", "22255", 0, id="only three"),
        pytest.param("full_house", "22255", 25, id="three and two"),
        pytest.param("full_house", "22222", 0, id="five alike are no full house"),
        pytest.param("full_house", "22225", 0, id="four and one"),
        pytest.param("small_straight", "12346", 30, id="1 to 4"),
        pytest.param("small_straight", "23445", 30, id="2 to 5, one twice"),
        pytest.param("small_straight", "13456", 30, id="3 to 6"),
        pytest.param("small_straight", "12345", 30, id="five in a row have four in a row"),
        pytest.param("small_straight", "12356", 0, id="a gap"),
        ("large_straight", "12345", 40),
        ("large_straight", "23456", 40),
        ("large_straight", "12346", 0),
        ("five_of_a_kind", "11111", 50),
        ("five_of_a_kind", "11112", 0),
        ("chance", "66655", 28),
    ],
)
def test_the_sheet_thirteen(box: str, faces: str, worth: int) -> None:
    assert points("thirteen", box, faces) == worth


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_the_boxes_of_the_rules_the_upper_ones_first(name: str) -> None:
    assert list(SHEETS[name].names) == oracle.boxes(name)
    assert [box.name for box in SHEETS[name].upper] == oracle.UPPER
    assert [box.face for box in SHEETS[name].boxes[:6]] == [1, 2, 3, 4, 5, 6]
    assert all(box.face is None for box in SHEETS[name].boxes[6:])

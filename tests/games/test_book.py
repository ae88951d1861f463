"""What a page tells the rules with is true of the rules."""

import json
from typing import Any

import pytest

from companion.games import catalogue
from companion.games.carcassonne_dice.rules import GAME as CARCASSONNE
from companion.games.yacht.rules import GAME as YACHT
from companion.games.yacht.sheets import SHEETS, counts_of


@pytest.mark.parametrize("name", catalogue.names())
def test_every_book_is_json(name: str) -> None:
    assert isinstance(json.loads(json.dumps(catalogue.game(name).book())), dict)


def test_the_table_of_points_is_the_printed_one() -> None:
    book: Any = CARCASSONNE.book()
    assert list(book["points"].values()) == [0, 1, 3, 6, 10, 15, 21, 28]
    assert list(book["points_doubled"].values()) == [0, 2, 6, 12, 20, 30, 42, 56]


@pytest.mark.parametrize(
    ("example", "sizes", "closed"),
    [
        ("fitting", [2], [True]),
        ("clashing", [1, 1], [False, False]),
        ("closed", [4], [True]),
        ("open", [4], [False]),
    ],
)
def test_each_city_shows_what_it_is_an_example_of(
    example: str, sizes: list[int], closed: list[bool]
) -> None:
    book: Any = CARCASSONNE.book()
    cities = book["examples"][example]["cities"]
    assert [city["size"] for city in cities] == sizes
    assert [city["closed"] for city in cities] == closed
    assert all(bool(city["open_edges"]) != city["closed"] for city in cities)


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_box_has_an_example_that_fits_it(sheet: str) -> None:
    book: Any = YACHT.book()
    told = {box["name"]: (box["faces"], box["points"]) for box in book["sheets"][sheet]["boxes"]}
    for box in SHEETS[sheet].boxes:
        faces, points = told[box.name]
        assert points == box.points(counts_of(tuple(faces))) > 0

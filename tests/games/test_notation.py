"""Positions as text."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadRecord
from companion.games import notation

Number = NewType("Number", int)


class Colour(Enum):
    RED = "r"
    BLUE = "b"


class Place(NamedTuple):
    column: int
    row: int


@dataclass(frozen=True)
class Stone:
    colour: Colour
    at: Place | None


@dataclass(frozen=True)
class Coin:
    worth: float


@dataclass(frozen=True)
class Bag:
    number: Number
    open: bool
    label: str
    kind: Literal["big", "small"]
    things: tuple[Stone | Coin, ...]
    pair: tuple[int, str]
    places: frozenset[Place]
    count: Mapping[Colour, int]


stones = st.builds(
    Stone, st.sampled_from(Colour), st.none() | st.builds(Place, st.integers(), st.integers())
)
coins = st.builds(Coin, st.floats(allow_nan=False, allow_infinity=False))
bags = st.builds(
    Bag,
    st.integers().map(Number),
    st.booleans(),
    st.text(),
    st.sampled_from(["big", "small"]),
    st.lists(stones | coins, max_size=4).map(tuple),
    st.tuples(st.integers(), st.text()),
    st.frozensets(st.builds(Place, st.integers(), st.integers()), max_size=4),
    st.dictionaries(st.sampled_from(Colour), st.integers()),
)


@given(bags)
def test_what_is_written_is_read(bag: Bag) -> None:
    text = notation.write(bag)
    assert "\n" not in text
    assert notation.read(Bag, text) == bag
    assert notation.write(notation.read(Bag, text)) == text


def test_equal_positions_have_the_same_text() -> None:
    one = Bag(
        Number(1), True, "", "big", (), (1, ""), frozenset([Place(0, 1), Place(2, 0)]), {Colour.RED: 1}
    )
    two = Bag(
        Number(1), True, "", "big", (), (1, ""), frozenset([Place(2, 0), Place(0, 1)]), {Colour.RED: 1}
    )
    assert notation.write(one) == notation.write(two)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "position: not JSON"),
        ("[]", r"position: \[\] is no Coin"),
        ('{"is":"Stone","worth":1}', "is no Coin"),
        ('{"is":"Coin"}', "Coin has the fields worth, not"),
        ('{"is":"Coin","worth":1,"shine":2}', "not worth, shine"),
        ('{"is":"Coin","worth":"1"}', 'position.worth: "1" is no float'),
        ('{"is":"Coin","worth":true}', "position.worth: true is no float"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(BadRecord, match=fault):
        notation.read(Coin, text)


def test_what_has_no_text_form_is_refused_when_written() -> None:
    with pytest.raises(TypeError, match="list has no text form"):
        notation.write([1])

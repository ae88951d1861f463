"""What the table keeps is written and read by the types of its fields."""

import json
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import pytest

from companion.table.storage.codec import SELDOM, UNKEPT, as_json, from_json


class Spot(NamedTuple):
    x: float
    y: int


@dataclass(frozen=True)
class Thing:
    name: str
    at: Spot
    how: Literal["lying", "held"] = "lying"
    marks: frozenset[Spot] = frozenset()
    words: tuple[dict[str, Any], ...] = ()
    under: "Thing | None" = None
    seen: object = field(default=None, metadata=UNKEPT)
    cell: tuple[int, int] | None = field(default=None, metadata=SELDOM)


STONE = Thing("stone", Spot(1.5, 2))
PILE = Thing(
    "pile", Spot(0.0, 1), "held", frozenset({Spot(3.0, 1), Spot(2.0, 4)}), ({"move": "lay"},), STONE
)


def test_what_is_written_as_json_is_read_again() -> None:
    for thing in (STONE, PILE, Thing("die", Spot(1, 1), cell=(2, 3))):
        assert from_json(Thing, json.loads(json.dumps(as_json(thing)))) == thing


def test_the_form_in_the_journal() -> None:
    assert as_json(STONE) == {
        "name": "stone",
        "at": [1.5, 2],
        "how": "lying",
        "marks": [],
        "words": [],
        "under": None,
    }
    assert as_json(PILE)["marks"] == [[2.0, 4], [3.0, 1]]
    assert as_json(Thing("die", Spot(1, 1), cell=(2, 3)))["cell"] == [2, 3]
    assert "seen" not in as_json(Thing("die", Spot(1, 1), seen="a picture"))


def test_what_an_earlier_version_did_not_write_is_as_usual() -> None:
    assert from_json(Thing, {"name": "stone", "at": [1.5, 2], "later": True}) == STONE


@pytest.mark.parametrize(
    "change",
    [
        {"name": 7},
        {"at": [1.5]},
        {"at": None},
        {"how": "flying"},
        {"marks": 3},
        {"words": ["lay"]},
        {"under": "stone"},
        {"cell": ["a", "b"]},
    ],
)
def test_what_cannot_have_been_written_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises((LookupError, TypeError, ValueError)):
        from_json(Thing, {**as_json(STONE), **change})


def test_what_is_needed_is_missed() -> None:
    with pytest.raises(LookupError):
        from_json(Thing, {"name": "stone"})

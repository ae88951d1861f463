"""Evenings of Drunter und Drüber, and the pages that are open at them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Square
from companion.games.game import Seat
from companion.table.access.access import Access
from tests.web.browser.conftest import INSIDE, PHONE, OpenPage, Page
from tests.web.browser.games.drunter_evening import CARDS, SHORT, Evening, evening_on
from tests.web.browser.real_table import pages_of
from tests.web.conftest import PIN
from web.server import Server


@pytest.fixture
def variant() -> str:
    return "basic"


@pytest.fixture
def evening(variant: str) -> Iterator[Evening]:
    with evening_on(variant) as evening:
        yield evening


@pytest.fixture
def short() -> Iterator[Evening]:
    with evening_on(tiles=SHORT, cards=CARDS) as evening:
        yield evening


@pytest.fixture
def server(request: pytest.FixtureRequest, access: Access) -> Iterator[Server]:
    """The pages of the real table, in place of one that stands still."""
    wanted = ("short", "meeting", "dealt", "evening")
    name = next((name for name in wanted if name in request.fixturenames), "evening")
    evening: Evening = request.getfixturevalue(name)
    with pages_of(evening.table, access) as server:
        yield server


@pytest.fixture
def open_seat(open_page: OpenPage, access: Access) -> Callable[..., Page]:
    """Open a player's phone."""

    def open_one(seat: int, size: dict[str, int] = PHONE, language: str = "en", **more: Any) -> Page:
        player = ("Ana", "Bořivoj", "Cid")[seat - 1]
        code = access.invite(Seat(seat), player).code
        return open_page(f"/seat/{seat}?lang={language}#code={code}", size, language, INSIDE, **more)

    return open_one


@pytest.fixture
def host(open_page: OpenPage) -> Page:
    return open_page(f"/host?lang=en#pin={PIN}", wait=INSIDE)


@pytest.fixture
def meeting() -> Iterator[Evening]:
    """Both wall gangs stand beside the same free squares; Cid is to lay."""
    hands = {"Ana": [3, 3, 2], "Bořivoj": [3, 3, 1], "Cid": [3, 3, 1]}
    tiles = {name: {"wall": lengths} for name, lengths in hands.items()}
    along = [(0, "east"), (3, "east"), (6, "east"), (9, "east")]
    lays = [("wall", 3, Square(column, 0), way) for column, way in along]
    lays += [("wall", 3, Square(14, 9), "north"), ("wall", 3, Square(14, 6), "north")]
    lays += [("wall", 2, Square(14, 3), "north"), ("wall", 1, Square(14, 1), "west")]
    with evening_on(tiles=tiles, cards=CARDS) as evening:
        for kind, length, gang, way in lays:
            evening.play(Lay(evening.seat, kind, length, gang, way))  # type: ignore[arg-type]
        yield evening

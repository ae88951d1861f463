"""The pages of a real table that plays Ubongo."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.table.access.access import Access
from tests.web.browser.conftest import INSIDE, OpenPage, Page
from tests.web.browser.real_table import pages_of
from tests.web.browser.ubongo.evening import Evening, evening_on, seat_page
from tests.web.conftest import PIN
from web.server import Server

OpenSeat = Callable[..., Page]


@pytest.fixture
def options() -> dict[str, Any]:
    return {}


@pytest.fixture
def dealt() -> dict[str, Any]:
    return {}


@pytest.fixture
def evening(options: dict[str, Any], dealt: dict[str, Any]) -> Iterator[Evening]:
    with evening_on(dealt=dealt, **options) as evening:
        yield evening


@pytest.fixture
def server(evening: Evening, access: Access) -> Iterator[Server]:
    """The pages of the real table, in place of one that stands still."""
    with pages_of(evening.table, access) as server:
        yield server


@pytest.fixture
def open_seat(open_page: OpenPage, access: Access) -> OpenSeat:
    def open_one(seat: int, **more: Any) -> Page:
        return seat_page(open_page, access, seat, **more)

    return open_one


@pytest.fixture
def host(open_page: OpenPage) -> Page:
    return open_page(f"/host?lang=en#pin={PIN}", wait=INSIDE)

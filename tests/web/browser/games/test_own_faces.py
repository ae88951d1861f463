"""The four faces of the owner's dice: shown before the game, drawn from their parts, changed by tap."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from companion.games.game import HOST, Setup
from companion.table.access.access import Access
from companion.table.shapes.values import JsonObject
from companion.table.table import Table
from companion.table.teaching.shelf import SetShelf
from companion.table.teaching.teaching import Teaching
from tests.web.browser.conftest import INSIDE, OpenPage, Page, until
from tests.web.browser.real_table import pages_of, table_without_eyes
from tests.web.conftest import PIN
from vision.dice import sets
from web.server import Server

pytestmark = pytest.mark.browser

TWO = [["top"], ["right"]]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table that reads with a taught set, whose corner has two parts."""
    with table_without_eyes(Setup("yacht", ("Ana", "Bob"))) as table:
        shelf, mine = SetShelf(tmp_path), tmp_path / "mine"
        copytree(Path(sets.__file__).parents[1] / "sets" / "carcassonne", mine)
        told = json.loads((mine / "faces.json").read_text("utf-8"))
        told["faces"]["corner"]["parts"] = TWO
        (mine / "faces.json").write_text(json.dumps(told), "utf-8")
        table.teaching = Teaching(table, shelf)
        table.teaching.use("dice", "mine")
        yield table


@pytest.fixture
def server(table: Table, access: Access) -> Iterator[Server]:
    """The pages of the real table, in place of one that stands still."""
    with pages_of(table, access) as server:
        yield server


@pytest.fixture
def host(open_page: OpenPage) -> Page:
    page = open_page(f"/host?lang=en#pin={PIN}", wait=INSIDE)
    page.click("#start summary")
    page.select_option("#start select >> nth=0", "carcassonne_dice")
    page.wait_for_selector("text=Is it so?")
    return page


def start(host: Page, table: Table) -> object:
    before = table.history
    host.click("#start button.strong")
    until(host, lambda: table.history is not before)
    return table.history.setup.options.get("faces")


def edges(page: Page, face: str) -> str:
    """The letters of a face's edges, clockwise from the top."""
    names = ("top", "right", "bottom", "left")
    return "".join(page.inner_text(f"[data-key={face}-{side}]") for side in names)


def test_the_faces_of_a_taught_set_are_shown_and_count_from_the_first_throw_to_the_last_point(
    host: Page, open_page: OpenPage, table: Table
) -> None:
    assert [edges(host, face) for face in ("cap", "corner", "three")] == ["A–––", "AB––", "AAA–"]
    faces = start(host, table)
    assert isinstance(faces, dict)
    assert faces["corner"] == TWO
    tv = open_page("/", wait=".set-up")
    thrown = ["cap", "cap", "straight", "corner", "three", "three", *["catapult"] * 3]
    city: list[JsonObject] = [
        {"face": "corner", "cell": [0, 0], "turns": 0},
        {"face": "straight", "cell": [0, -1], "turns": 0},
        {"face": "cap", "cell": [0, -2], "turns": 2},
        {"face": "cap", "cell": [1, 0], "turns": 3},
    ]
    table.submit(HOST, "throw", {"move": "throw", "faces": thrown})
    corner = tv.locator("#game svg.die", has=tv.locator("title", has_text="corner")).first
    until(tv, lambda: corner.locator("path.print").count() == 2)
    table.submit(HOST, "build", {"move": "set_aside", "city": city})
    table.submit(HOST, "stop", {"move": "stop", "take": "city"})
    assert table.history.state.scores == (1, 0), "three dice are closed; as printed all four would be"


def test_what_is_wrong_is_changed_by_tapping_edges_or_the_picture_that_is_right(
    host: Page, table: Table
) -> None:
    host.click("[data-key=corner-or-1]")
    assert edges(host, "corner") == "AA––"
    host.click("[data-key=three-right]")
    assert edges(host, "three") == "ABA–"
    host.click("[data-key=straight-bottom]")
    host.click("[data-key=straight-bottom]")
    host.click("[data-key=straight-left]")
    assert edges(host, "straight") == "A––A"
    faces = start(host, table)
    assert faces == {
        "cap": [["top"]],
        "straight": [["top", "left"]],
        "corner": [["top", "right"]],
        "three": [["top", "bottom"], ["right"]],
    }
    host.reload()
    host.click("#start summary")
    host.wait_for_selector("[data-key=faces]")
    assert not host.is_visible("[data-key=three-right]"), "it is asked once, and kept as it was agreed"
    host.click("[data-key=faces]")
    assert edges(host, "three") == "ABA–"

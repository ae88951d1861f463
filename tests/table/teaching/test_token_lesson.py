"""A lesson in tokens, with pictures of the simulated table: stones thrown, gems in their board."""

from pathlib import Path
from random import Random
from threading import Event

import numpy as np
import pytest

from companion.errors import BadLesson, Reason
from companion.games.ubongo.gems import deal_gems
from companion.table.teaching.families import families, find_expected, labels_in
from companion.table.teaching.lesson import Family
from companion.table.teaching.shapes import LessonTop, TappedPiece
from companion.table.teaching.token_lesson import TokenLesson, with_token
from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.readings.board import EMPTY
from vision.tokens.reader import TokenReader
from vision.tokens.sets import load_tokens
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import SimulatedTokens, TableToken, TokenKit

FACES = ("sword", "shield", "monster", "back")
COLOURS = ("red", "green", "blue", "yellow", "brown", "violet")


class Stones:
    """Stones thrown at the simulated table."""

    def __init__(self) -> None:
        self._clock = SteppedClock()
        self._table = SimulatedTable(self._clock, seed=3)
        self.tokens: SimulatedTokens = self._table.lay_tokens(TokenKit(stones=True))

    def thrown(self) -> tuple[ImageBgr, tuple[TableToken, ...]]:
        self.tokens.clear()
        self.tokens.throw(FACES, self.tokens.at_mm((0.5, 0.5)))
        self._clock.wait(Event(), self._table.busy_until - self._table.now + 1.0)
        return self._table.render(self._table.now), self.tokens.truth(self._table.now)


@pytest.fixture(scope="module")
def stones() -> Stones:
    return Stones()


@pytest.fixture(scope="module")
def taught(stones: Stones) -> TokenLesson:
    """A lesson in which each stone was shown twice, tapped one by one."""
    lesson = TokenLesson("stones", Family(FACES))
    for number in range(2):
        image, lying = stones.thrown()
        lesson.show(image, "camera")
        if number == 0:
            lesson.measure(lying[0].centre, None)
        for stone in lying:
            lesson.tap(TappedPiece(stone.centre, stone.label))
    return lesson


def near(tops: list[LessonTop], at: tuple[float, float]) -> LessonTop:
    return min(tops, key=lambda top: float(np.hypot(*np.subtract(top["centre"], at))))


def tops_of(lesson: TokenLesson) -> list[LessonTop]:
    picture = lesson.shape()["picture"]
    assert picture is not None
    return picture["tops"]


def test_one_tap_tells_how_large_all_are_and_where_they_lie(stones: Stones) -> None:
    lesson = TokenLesson("stones", Family(FACES))
    image, lying = stones.thrown()
    lesson.show(image, "camera")
    assert tops_of(lesson) == []
    with pytest.raises(BadLesson):
        lesson.tap(TappedPiece(lying[0].centre, "sword"))
    lesson.measure(lying[0].centre, None)
    radius = lesson.shape()["radius"]
    assert radius is not None
    assert radius == pytest.approx(lying[0].size / 2, rel=0.2)
    for stone in lying:
        at = near(tops_of(lesson), stone.centre)["centre"]
        assert np.hypot(*np.subtract(at, stone.centre)) < 0.5 * radius
    lesson.measure(lying[0].centre, 0.04)
    assert lesson.shape()["radius"] == pytest.approx(0.04)


def test_bare_table_is_no_token_and_a_size_is_taken_back(stones: Stones) -> None:
    lesson = TokenLesson("stones", Family(FACES))
    image, lying = stones.thrown()
    lesson.show(image, "camera")
    on_the_mat = [(x / 10, y / 10) for x in range(3, 8) for y in range(2, 8)]
    bare = max(on_the_mat, key=lambda at: min(np.hypot(*np.subtract(at, o.centre)) for o in lying))
    with pytest.raises(BadLesson) as refused:
        lesson.measure(bare, None)
    assert refused.value.reason == Reason("error.teaching.bare_ground")
    assert not lesson.shape()["can_undo"]
    lesson.measure(lying[0].centre, None)
    with pytest.raises(BadLesson):
        lesson.tap(TappedPiece(bare, "sword"))
    lesson.tap(TappedPiece(bare, EMPTY))  # nothing lies there, indeed
    lesson.undo()
    lesson.undo()
    assert lesson.shape()["radius"] is None
    assert tops_of(lesson) == []


def test_what_was_named_is_read_on_the_next_picture_and_counted_by_a_test(
    stones: Stones, taught: TokenLesson, tmp_path: Path
) -> None:
    image, lying = stones.thrown()
    taught.test(image)
    for stone in lying:
        assert near(tops_of(taught), stone.centre)["read"] == stone.label
    assert len(tops_of(taught)) == len(lying)
    taught.tap(TappedPiece(lying[0].centre, "helmet"))  # one that a person puts right
    taught.judge()
    assert taught.shape()["tested"] == (len(lying) - 1, len(lying))
    taught.write(tmp_path / "stones")
    assert set(labels_in(tmp_path / "stones")) == {*FACES, "helmet"}


def test_what_is_still_missing_is_said_with_what_was_just_named(stones: Stones) -> None:
    lesson = TokenLesson("stones", Family((*FACES, "axe")))
    image, lying = stones.thrown()
    lesson.show(image, "camera")
    lesson.measure(lying[0].centre, None)
    assert lesson.shape()["notes"] == []
    lesson.tap(TappedPiece(lying[0].centre, "sword"))
    kinds = {note["kind"]: note["faces"] for note in lesson.shape()["notes"]}
    assert kinds["token_never_shown"] == ["shield", "monster", "back", "axe"]
    assert kinds["token_once_more"] == ["sword"]
    lesson.undo()
    assert lesson.shape()["faces"] == []
    lesson.tap(TappedPiece(lying[0].centre, EMPTY))
    assert lesson.shape()["faces"] == []


def test_one_token_more_is_added_to_a_set_that_is_in_use(
    stones: Stones, taught: TokenLesson, tmp_path: Path
) -> None:
    taught.write(tmp_path / "stones")
    before = load_tokens(tmp_path / "stones")
    image, lying = stones.thrown()
    sword = next(stone for stone in lying if stone.label == "sword")
    after = with_token("more", before, image, TappedPiece(sword.centre, "sword"))
    assert len(after.samples) == len(before.samples) + 1
    with pytest.raises(BadLesson):
        with_token("more", before, image, TappedPiece((0.02, 0.02), "sword"))
    with pytest.raises(BadLesson):
        with_token("more", before, image, TappedPiece(sword.centre, "crown"))


@pytest.fixture(scope="module")
def gems() -> tuple[SimulatedTable, list[list[str]]]:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=3)
    rows = [[str(gem) for gem in row] for row in deal_gems(Random(1))]
    table.lay_tokens(TokenKit(gem_board=True)).fill(rows)
    return table, rows


def test_a_board_of_gems_is_taught_by_its_corners_and_three_gems_of_each_colour(
    gems: tuple[SimulatedTable, list[list[str]]], tmp_path: Path
) -> None:
    table, rows = gems
    tokens = table.tokens
    assert tokens is not None
    assert tokens.board is not None
    board = tokens.board
    lesson = TokenLesson("gems", find_expected("tokens", "ubongo_gems"))
    image = table.render(0.0)
    lesson.show(image, "camera")
    unset = {"corners": None, "fixed": False, "set": None, "changeable": False}
    assert lesson.shape()["grid"] == {"columns": 12, "rows": 6, **unset}
    with pytest.raises(BadLesson):
        lesson.place(12, 6, [(0.5, 0.5)] * 4)
    corners = ((0, 0), (11, 0), (11, 5), (0, 5))
    lesson.place(12, 6, [table.in_picture(board.place_mm(*at), board.thick_mm) for at in corners])
    tops = tops_of(lesson)
    assert {top["cell"] for top in tops} == {(c, r) for c in range(12) for r in range(6)}
    left = dict.fromkeys(COLOURS, 3)
    for top in tops:
        assert top["cell"] is not None
        column, row = top["cell"]
        if left[rows[row][column]]:
            left[rows[row][column]] -= 1
            lesson.tap(TappedPiece(top["centre"], rows[row][column]))
    lesson.write(tmp_path / "gems")
    reading = TokenReader(load_tokens(tmp_path / "gems")).read(image)
    read = {token.cell: token.label for token in reading.tokens if token.cell is not None}
    right = sum(rows[cell.row][cell.column] == label for cell, label in read.items())
    assert (len(read), right) == (72, 72)


def test_the_families_tell_the_tokens_of_the_games() -> None:
    known = {one["name"]: one for one in families("ubongo") if one["kind"] == "tokens"}
    assert set(known["ubongo_gems"]["faces"]) == set(COLOURS)
    assert (known["ubongo_gems"]["columns"], known["ubongo_gems"]["rows"]) == (12, 6)
    assert known["gruftmeister_stones"]["columns"] == 0

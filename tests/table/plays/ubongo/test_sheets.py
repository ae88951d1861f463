"""What is to be printed: the deck, a single card, the pieces; solvable, readable, true on the paper."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pypdfium2
import pytest

from companion.cli.print import drawn
from companion.cli.sheets.page import A4_MM, Page
from companion.games.ubongo.cards import cards, faces
from companion.games.ubongo.components import PuzzlePiece, Symbol
from companion.table.plays.catalogue import sheets
from companion.table.plays.sheet import PointMm
from companion.table.plays.ubongo.sheets import draw_deck, draw_puzzle
from companion.table.plays.ubongo.signs import SIGNS
from vision.readings.outlines import Outline
from vision.sheets.outlines import CELL_MM
from vision.sheets.reader import OutlineReader

WIDTH_MM, HEIGHT_MM = A4_MM
PRINTERS_MARGIN_MM = 4.23
PX_PER_MM = 3.0
POINTS_PER_MM = 72 / 25.4
FIRST_CARDS, PAGES = 10, 46
LANGUAGES = ("en", "cs", "de", "fr")

PIECES = {
    "I2": "##",
    "I3": "###",
    "L3": "## #.",
    "I4": "####",
    "O4": "## ##",
    "T4": "### .#.",
    "S4": ".## ##.",
    "L4": "### #..",
    "P5": "### ##.",
    "L5": "#### #...",
    "Y5": "#### .#..",
    "Z5": "##. .#. .##",
}
"""The pieces of the box, written down once more: what is printed is checked against these."""

Square = tuple[int, int]


class Drawn(Page):
    """Keeps what is drawn on each page."""

    def __init__(self) -> None:
        super().__init__("Deck", *A4_MM)
        self.texts: list[list[tuple[float, str]]] = [[]]
        self.shapes: list[list[Sequence[PointMm]]] = [[]]
        self.signs: list[list[tuple[float, str]]] = [[]]
        self.rulers: list[int] = []

    def next(self) -> None:
        super().next()
        self.texts.append([])
        self.shapes.append([])
        self.signs.append([])

    def shape(self, corners: Sequence[PointMm], **more: Any) -> None:
        super().shape(corners, **more)
        self.shapes[-1].append(corners)

    def sign(self, path: str, origin: PointMm, scale: float, **more: Any) -> None:
        super().sign(path, origin, scale, **more)
        self.signs[-1].append((origin[1], path))

    def text(self, left: float, baseline: float, text: str, **more: Any) -> None:
        super().text(left, baseline, text, **more)
        self.texts[-1].append((baseline, text))

    def ruler(self, left: float, y: float) -> None:
        super().ruler(left, y)
        self.rulers.append(len(self.texts) - 1)


def told(code: str) -> list[str]:
    return [f"{language} {code}" for language in LANGUAGES]


@pytest.fixture(scope="module")
def deck() -> Drawn:
    made = Drawn()
    draw_deck(made, told)
    return made


@pytest.fixture(scope="module")
def read(deck: Drawn) -> list[tuple[Outline, ...]]:
    """Return what is read on the cards' pages."""
    return read_pages(deck.finished(), FIRST_CARDS)


def read_pages(pdf: bytes, first: int) -> list[tuple[Outline, ...]]:
    """Return what a camera reads on each page from this one on, straight above it."""
    document: Any = pypdfium2.PdfDocument(pdf)
    found = []
    for number in range(first, len(document)):
        picture = document[number].render(scale=PX_PER_MM / POINTS_PER_MM).to_numpy()
        picture = np.repeat(picture, 3, 2) if picture.shape[2] == 1 else picture[..., :3]
        reading = OutlineReader().read(np.ascontiguousarray(picture))
        assert reading.sure, number
        found.append(reading.outlines)
    document.close()
    return found


# The deck.


def test_the_deck_has_a_page_for_each_player_and_a_back_for_each_page(deck: Drawn) -> None:
    assert len(deck.texts) == PAGES == 2 * (1 + 4 + 36 // 2)
    assert not any((deck.texts[1], deck.shapes[1], deck.signs[1])), "the back of the first page"
    assert deck.rulers == [0, 2, 4, 6, 8]


def test_both_sides_of_a_card_lie_behind_each_other_when_turned_over_the_long_edge(deck: Drawn) -> None:
    """Then what is above stays above: each half of a page has its own card behind it."""
    for front in range(FIRST_CARDS, PAGES, 2):
        fronts, backs = (
            [(y, text) for y, text in deck.texts[page] if text.isdecimal()]
            for page in (front, front + 1)
        )
        assert fronts == backs
        assert [text for _, text in fronts] == [str(front - 9), str(front - 8)]
        assert fronts[0][0] < HEIGHT_MM / 2 < fronts[1][0]


def test_the_camera_reads_every_card_by_its_number_and_side(read: list[tuple[Outline, ...]]) -> None:
    seen = []
    for at, outlines in enumerate(read):
        first = 2 * (at // 2)
        pieces = 3 + at % 2
        assert {(faces()[one.number].card, faces()[one.number].pieces) for one in outlines} == {
            (first, pieces),
            (first + 1, pieces),
        }
        seen += [one.number for one in outlines]
    assert sorted(seen) == list(range(72))


def test_every_puzzle_is_solved_by_the_pieces_printed_beside_its_signs(
    deck: Drawn, read: list[tuple[Outline, ...]]
) -> None:
    """As printed: the shape from the picture, the pieces from the words, and a solver of its own."""
    solved = 0
    for at, outlines in enumerate(read):
        page = FIRST_CARDS + at
        for outline in outlines:
            shape = {(one.cell.column, one.cell.row) for one in outline.cells if one.look == "inside"}
            rows = list(rows_of(deck, page, is_lower=outline.number % 2 == 1))
            assert [sign for sign, _ in rows] == [SIGNS[symbol] for symbol in Symbol]
            assert len({tuple(names) for _, names in rows}) == len(Symbol)
            for _, names in rows:
                assert len(set(names)) == len(names) == faces()[outline.number].pieces
                assert is_filled(shape, names), (outline.number, names)
                solved += 1
    assert solved == 72 * 6


def rows_of(deck: Drawn, page: int, *, is_lower: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield each sign of a card with the names of the pieces that stand beside it."""
    half = HEIGHT_MM / 2
    signs = [(y, sign) for y, sign in deck.signs[page] if (y > half) == is_lower]
    for y, sign in signs:
        names = [text for below, text in deck.texts[page] if y < below < y + 18 and text in PIECES]
        yield sign, names


def is_filled(shape: set[Square], names: list[str]) -> bool:
    """Try every way to lay the first piece, then the others on what is left."""
    if not names:
        return not shape
    return any(
        is_filled(shape - lying, names[1:])
        for x, y in shape
        for way in ways(names[0])
        if (lying := {(x + right, y + down) for right, down in way}) <= shape
    )


@cache
def ways(name: str) -> frozenset[tuple[Square, ...]]:
    """Return all ways a piece lies, from its first square."""
    found = set()
    drawn_as = {(x, y) for y, line in enumerate(PIECES[name].split()) for x in range(len(line))}
    squares = [at for at in drawn_as if PIECES[name].split()[at[1]][at[0]] == "#"]
    for matrix in ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)):
        for mirror in (1, -1):
            a, b, c, d = matrix
            turned = sorted((mirror * (a * x + b * y), c * x + d * y) for x, y in squares)
            left, top = turned[0]
            found.add(tuple((x - left, y - top) for x, y in turned))
    return frozenset(found)


def test_a_puzzle_that_cannot_be_filled_is_none_for_the_solver_of_this_test() -> None:
    assert is_filled({(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1)}, ["O4", "I2"])
    assert not is_filled({(0, 0), (1, 0), (0, 1), (1, 1), (3, 0), (3, 2)}, ["O4", "I2"])


def test_cards_keep_clear_of_the_edges_where_printers_leave_the_paper_bare(deck: Drawn) -> None:
    for page in range(2, PAGES):
        for x, y in (corner for corners in deck.shapes[page] for corner in corners):
            assert PRINTERS_MARGIN_MM < x < WIDTH_MM - PRINTERS_MARGIN_MM
            assert PRINTERS_MARGIN_MM < y < HEIGHT_MM - PRINTERS_MARGIN_MM
            assert page < FIRST_CARDS or abs(y - HEIGHT_MM / 2) > 1, "the cut"


def test_squares_are_true_on_the_printed_page(read: list[tuple[Outline, ...]]) -> None:
    for outlines in read:
        for outline in outlines:
            left, right = outline.corners_px[0], outline.corners_px[1]
            across_mm = np.hypot(right.x - left.x, right.y - left.y) / PX_PER_MM
            assert across_mm == pytest.approx(8 * CELL_MM, abs=0.4)


@pytest.mark.parametrize("page", [2, 4, 6, 8])
def test_each_player_has_every_square_of_the_twelve_pieces_with_its_like_behind_it(
    deck: Drawn, page: int
) -> None:
    front, behind = ({spot(corners) for corners in deck.shapes[at]} for at in (page, page + 1))
    assert len(front) == len(deck.shapes[page]) == len(behind) == 48
    assert {(round(WIDTH_MM - CELL_MM - x, 1), y) for x, y in front} == behind
    for corners in deck.shapes[page]:
        (left, top), _, (right, bottom), _ = corners
        assert (right - left, bottom - top) == pytest.approx((CELL_MM, CELL_MM))
    texts = [text for _, text in deck.texts[page]]
    assert texts[:4] == told("ubongo.print.pieces")
    assert sorted(texts[4:16]) == sorted(PuzzlePiece)


def spot(corners: Sequence[PointMm]) -> PointMm:
    left, top = min(corners)
    return round(left, 1), round(top, 1)


def test_the_first_page_says_it_in_every_language_and_nothing_else_needs_words(deck: Drawn) -> None:
    texts = [text for _, text in deck.texts[0]]
    assert [text for text in texts if text.endswith("title")] == told("ubongo.print.title")
    for page in range(FIRST_CARDS, PAGES):
        assert all(text.isdecimal() or text in set(PuzzlePiece) for _, text in deck.texts[page])


def test_the_signs_are_those_of_the_pages() -> None:
    script = Path(__file__).parents[4] / "web/static/js/games/ubongo/gems.js"
    found = dict(re.findall(r'^  (\w+): "(M[^"]+)",$', script.read_text("utf-8"), re.MULTILINE))
    assert {symbol: found[symbol] for symbol in Symbol} == SIGNS


def test_the_same_deck_is_printed_every_time(deck: Drawn) -> None:
    again = Drawn()
    sheets()["deck"].draw(again, told)
    assert (again.texts, again.shapes, again.signs) == (deck.texts, deck.shapes, deck.signs)


@pytest.mark.parametrize("off_mm", [-1.0, 0.0, 1.0])
def test_cards_that_were_cut_apart_are_read_on_a_dark_table(off_mm: float) -> None:
    """Also where the cut went a millimetre astray."""
    page = Drawn()
    draw_puzzle(page, told, Random(3))
    document: Any = pypdfium2.PdfDocument(page.finished())
    drawn_page = document[0].render(scale=PX_PER_MM / POINTS_PER_MM).to_numpy()[..., :1]
    document.close()
    cut = round((HEIGHT_MM / 2 + off_mm) * PX_PER_MM)
    for half, pieces in ((drawn_page[:cut], 3), (drawn_page[cut:], 4)):
        picture = np.full((700, 900, 3), 25, np.uint8)
        picture[100 : 100 + len(half), 100 : 100 + half.shape[1]] = half
        reading = OutlineReader().read(picture)
        assert reading.sure
        assert [faces()[outline.number].pieces for outline in reading.outlines] == [pieces]


# A single card.


@pytest.mark.parametrize("seed", range(4))
def test_a_puzzle_is_one_card_with_both_sides_and_its_pieces(seed: int) -> None:
    page = Drawn()
    draw_puzzle(page, told, Random(seed))
    three, four = (faces()[outline.number] for outline in read_pages(page.finished(), 0)[0])
    assert three.card == four.card
    assert (three.pieces, four.pieces) == (3, 4)
    assert len(page.shapes[1]) == 48
    assert page.rulers == [1]


def test_other_puzzles_come_by_lot_and_make_a_file() -> None:
    """One in a few dozen comes twice in a row; ten times the same comes never."""
    files = {drawn(sheets()["puzzle"]) for _ in range(10)}
    assert len(files) > 1
    assert all(file.startswith(b"%PDF") for file in files)
    assert len(cards()) == 36

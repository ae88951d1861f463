"""``companion print wiring``, ``box``, ``labels``: every part of the map, in its place, at its size."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import atan, degrees, hypot
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PIL import Image

from companion.cli.sheets.box import CALLS_LABEL_MM, LABEL_MM, box, height_at, panel, pieces
from companion.cli.sheets.labels import labels
from companion.cli.sheets.mount import LENSES, WIDTHS_MM, mount
from companion.cli.sheets.wiring import wiring
from companion.devices.header import HEADER, pin_of
from companion.devices.pin_map import PinMap, shipped_pin_map
from companion.devices.wiring import drawn_ma, in_ohm, lamp_resistor, parts
from companion.games.drunter.votes import VOTE_CARDS
from companion.table.plays.catalogue import box_labels
from tests.cli.command import run
from tests.rigs.build_pictures import drawn, pictures

PIN_MAP = shipped_pin_map()
DOCS = Path(__file__).parents[2] / "docs"
POINTS_PER_MM = 72 / 25.4
NEAR_MM = 0.3


@dataclass(frozen=True)
class Shape:
    """A drawn path: left, top, right, bottom, in mm from the page's top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@contextmanager
def opened(pdf: bytes) -> Iterator[Any]:
    document: Any = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


def shapes(page: Any) -> list[Shape]:
    """Return all that is drawn, without the width of its lines."""
    height = page.get_height()
    found = []
    for path in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
        left, bottom, right, top = path.get_bounds()
        line = pdfium_width(path)  # its width is added to each side
        edges = (left + line, height - top + line, right - line, height - bottom - line)
        found.append(Shape(*(edge / POINTS_PER_MM for edge in edges)))
    return found


def pdfium_width(path: Any) -> float:
    width = pdfium.c_float()
    assert pdfium.FPDFPageObj_GetStrokeWidth(path.raw, width)
    return float(width.value)


def words(page: Any) -> list[tuple[str, float, float]]:
    """Return every line of text with the left and the middle height of it, in mm from the top left."""
    text = page.get_textpage()
    found = []
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        told = text.get_text_bounded(left, bottom, right, top)
        middle = (page.get_height() - (top + bottom) / 2) / POINTS_PER_MM
        found.append((told.strip(), left / POINTS_PER_MM, middle))
    text.close()
    return found


def heights(page: Any, word: str) -> list[float]:
    return [y for told, _, y in words(page) if word in told.splitlines() or told == word]


def test_every_part_stands_in_the_row_of_its_pin() -> None:
    with opened(wiring(PIN_MAP)) as document:
        assert len(document) == 3
        page = document[0]
        rows = {pin: heights(page, str(pin))[0] for pin in range(1, 41)}
        for name, gpio in {**PIN_MAP.inputs, **PIN_MAP.outputs}.items():
            (here,) = heights(page, name)
            assert here == pytest.approx(rows[pin_of(gpio)], abs=1.0), name
            (labelled,) = heights(page, f"GPIO {gpio}")
            assert labelled == pytest.approx(here, abs=1.0)


def test_every_part_has_its_resistors_in_its_row() -> None:
    with opened(wiring(PIN_MAP)) as document:
        page = document[0]
        told = {value: heights(page, value) for value in ("560 Ω", "1 kΩ", "10 kΩ", "2.7 kΩ")}
        assert {value: len(rows) for value, rows in told.items()} == {
            in_ohm(lamp_resistor(PIN_MAP)): len(PIN_MAP.lamps),
            "1 kΩ": len(PIN_MAP.inputs),
            "10 kΩ": len(PIN_MAP.calls),
            "2.7 kΩ": 1,
        }


def test_parts_and_currents_are_listed() -> None:
    with opened(wiring(PIN_MAP)) as document:
        text = " ".join(told for told, _, _ in words(document[1]))
        for part in parts(PIN_MAP):
            assert part.what in text
        every_ma = drawn_ma(PIN_MAP)
        assert f"{sum(every_ma.values()):.2f}" in text
        assert all(name in text and f"{ma:.2f}" in text for name, ma in every_ma.items())


def test_a_map_with_fewer_parts_draws_no_others() -> None:
    only_calls = replace(PIN_MAP, keys={}, lamps={}, buzzer=None)
    with opened(wiring(only_calls)) as document:
        text = " ".join(told for page in document for told, _, _ in words(page))
    assert "call-4" in text
    assert not [word for word in ("card-1", "column-1", "buzzer", "LED") if f" {word}" in text]
    with opened(box(only_calls)) as document:
        panel = shapes(document[4])
        assert not [shape for shape in panel if shape.size == pytest.approx((12, 12), abs=NEAR_MM)]


def test_every_piece_is_true_to_a_tenth_of_a_millimetre() -> None:
    every = pieces(PIN_MAP)
    with opened(box(PIN_MAP)) as document:
        assert len(document) == len(every) + 2  # with the whole box first, its steps last
        for number, piece in enumerate(every, 1):
            every_shape = shapes(document[number])
            outer = max(every_shape, key=lambda shape: shape.size[0] * shape.size[1])
            assert outer.size == pytest.approx(piece.size, abs=0.1), piece.name
            assert outer.left > 8
            assert outer.right < 202
            assert outer.bottom < 297 - 18, "a printer's margin, and the line to measure"
            for centre, diameter, what in (*piece.holes, *piece.once):
                at = (outer.left + centre[0], outer.top + centre[1])
                holes = [shape for shape in every_shape if shape.centre == pytest.approx(at, abs=0.1)]
                sizes = [shape.size for shape in holes]
                assert any(size == pytest.approx((diameter, diameter), abs=0.1) for size in sizes), what


def test_every_part_of_the_map_has_a_hole() -> None:
    into = [what for piece in pieces(PIN_MAP) for _, _, what in (*piece.holes, *piece.once)]
    for name in {**PIN_MAP.keys, **PIN_MAP.calls, **PIN_MAP.lamps}:
        assert into.count(name) == 1, name
    assert sum("buzzer" in what for what in into) == 1


def test_lamps_stand_in_one_column_each_beside_its_key() -> None:
    (panel,) = (piece for piece in pieces(PIN_MAP) if "keys" in piece.name)
    at = {what: centre for centre, _, what in panel.holes}
    for number in range(1, 9):
        lamp, key = at[f"column-{number}"], at[f"card-{number}"]
        assert lamp[0] == at["column-1"][0]
        assert lamp[1] == key[1]
        assert key[0] - lamp[0] >= 20, "a button's collar is wider than its hole"
    assert sorted(at, key=lambda name: at[name][1])[-1] == "ok"


def test_all_keys_are_reached_through_the_door() -> None:
    every = {piece.name.split()[0]: piece for piece in pieces(PIN_MAP)}
    (door,) = every["front"].cuts
    front, panel = every["front"].size[1], every["panel"].size[1]
    low, high = (front - y for y in (door[2][1], door[0][1]))
    for (_, y), diameter, name in every["panel"].holes:
        above_ground = 3 + panel - y
        assert low + diameter / 2 < above_ground < high - diameter / 2, name


def test_the_pieces_fit_together() -> None:
    every = {piece.name.split()[0]: piece for piece in pieces(PIN_MAP)}
    front, side, back = (every[name].size for name in ("front", "side", "back"))
    panel, roof, floor = (every[name].size for name in ("panel", "roof", "floor"))
    assert every["side"].count == 2
    assert panel[0] == floor[0] == front[0] - 6, "between the sides, of 3 mm each"
    assert side[0] == floor[1] == 110 - 6, "between front and back"
    assert back[0] == front[0]
    assert back[1] < side[1] < front[1]
    assert 3 + panel[1] < height_at(51), "below the roof, behind the panel"
    assert roof == pytest.approx((front[0] + 30, hypot(110, front[1] - back[1]) + 30))


def test_each_key_has_its_vote_card_s_own_sign_beside_it_on_the_panel_s_face() -> None:
    face = panel(PIN_MAP)
    with opened(labels(PIN_MAP, box_labels())) as document:
        drawn_here = shapes(document[0])
        outer = max(drawn_here, key=lambda shape: shape.size[0] * shape.size[1])
        assert outer.size == pytest.approx(face.size, abs=0.1)
        for centre, diameter, name in face.holes:
            at = (outer.left + centre[0], outer.top + centre[1])
            holes = [shape for shape in drawn_here if shape.centre == pytest.approx(at, abs=0.1)]
            assert any(hole.size == pytest.approx((diameter, diameter), abs=0.1) for hole in holes), name
        keys = {name: outer.top + y for (_, y), _, name in face.holes if not name.startswith("column")}
        signs = dict(zip((f"card-{number}" for number in range(1, 9)), VOTE_CARDS, strict=True))
        said = {told: (x, y) for told, x, y in words(document[0])}
        assert len(keys) == 9
        for name, sign in {**signs, "ok": "OK"}.items():
            x, y = said[sign]
            assert y == pytest.approx(keys[name], abs=2.0), name
            assert outer.left + 66 + 6 + 6 < x < outer.right - 30, "clear of the key's collar"


def test_lamp_buzzer_and_calls_have_labels_of_their_size() -> None:
    with opened(labels(PIN_MAP, box_labels())) as document:
        outside = document[len(document) - 1]
        sides = [round(shape.size[0], 1) for shape in shapes(outside) if is_square(shape)]
        assert sides.count(LABEL_MM) == 2
        assert sides.count(CALLS_LABEL_MM) == len(PIN_MAP.calls)
        assert {"1", "2", "3", "4"} <= {told for told, _, _ in words(outside)}
        assert len({rgb for rgb in colours(outside) if len(set(rgb)) > 1}) == len(PIN_MAP.calls)


def is_square(shape: Shape) -> bool:
    return shape.size[0] == pytest.approx(shape.size[1], abs=0.05)


def colours(page: Any) -> list[tuple[int, int, int]]:
    """Return how each drawn path is filled."""
    found = []
    for path in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
        red, green, blue, opaque = (pdfium.c_uint() for _ in range(4))
        assert pdfium.FPDFPageObj_GetFillColor(path.raw, red, green, blue, opaque)
        found.append((red.value, green.value, blue.value))
    return found


def test_what_was_not_built_has_no_label() -> None:
    with opened(labels(replace(PIN_MAP, keys={}, lamps={}, buzzer=None), box_labels())) as document:
        (page,) = document
        told = " ".join(word for word, _, _ in words(page))
    assert "call-4" in told
    assert not [word for word in ("JA", "OK", "lamp,", "buzzer") if word in told.split()]


def test_the_camera_sees_the_width_that_it_hangs_for() -> None:
    for lens in LENSES:
        for width in WIDTHS_MM:
            half_deg = degrees(atan(width / 2 / lens.height_mm(width)))
            assert 2 * half_deg == pytest.approx(lens.seen_deg)
    assert LENSES[1].height_mm(330) == pytest.approx(273, abs=1)  # 165 mm / tan(31.1°)
    assert LENSES[2].seen_deg == pytest.approx(51.9, abs=0.1)


def test_every_lens_and_width_is_listed() -> None:
    with opened(mount()) as document:
        text = " ".join(told for told, _, _ in words(document[0]))
    for lens in LENSES:
        assert lens.name in text
        assert all(f"{lens.height_mm(width):.0f} mm" in text for width in WIDTHS_MM)


@pytest.mark.parametrize("what", ["wiring", "box", "mount", "labels"])
def test_it_is_printed_by_the_command_the_same_each_time(what: str, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.pdf", "b.pdf")]
    for file in files:
        assert run("print", what, str(file))[0] == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_line_to_measure_is_on_every_sheet_with_pieces() -> None:
    with opened(box(PIN_MAP)) as document:
        for number in range(1, len(pieces(PIN_MAP)) + 1):
            lines = [shape for shape in shapes(document[number]) if shape.size[1] < 0.01]
            assert any(line.size[0] == pytest.approx(100, abs=0.1) for line in lines), number


def test_nothing_is_drawn_over_the_edge_of_a_sheet() -> None:
    maps: list[PinMap] = [PIN_MAP, replace(PIN_MAP, calls={}, buzzer=None)]
    for document_of in (wiring, box, partial(labels, words=box_labels())):
        for pin_map in maps:
            with opened(document_of(pin_map)) as document:
                for page in document:
                    picture = page.render(scale=1).to_numpy()[..., 0]
                    border = np.concatenate([picture[:8].ravel(), picture[-8:].ravel()])
                    sides = np.concatenate([picture[:, :12].ravel(), picture[:, -12:].ravel()])
                    assert border.min() == sides.min() == 255


@pytest.mark.parametrize("name", pictures())
def test_the_pictures_of_the_page_how_to_build_it_are_these_sheets(name: str) -> None:
    shown = np.asarray(Image.open(DOCS / name).convert("L"), float)
    sheet = np.asarray(drawn(*pictures()[name]), float)
    assert shown.shape == sheet.shape
    assert np.abs(shown - sheet).mean() < 1.5, "make build-pictures"


def test_the_header_is_drawn_whole() -> None:
    with opened(wiring(PIN_MAP)) as document:
        told = [word for word, _, _ in words(document[0])]
    for what in HEADER:
        assert any((f"GPIO {what}" if isinstance(what, int) else what) in word for word in told)

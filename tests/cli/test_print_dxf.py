"""``companion print box OUT.dxf``: what a laser cutter is given has the size of what is drawn."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.cli.sheets.box import pieces
from companion.cli.sheets.bracket import CAMERA_ACROSS, CAMERA_ALONG, bracket
from companion.devices.pin_map import shipped_pin_map
from tests.cli.command import run

MM = 0.001


@dataclass
class Entity:
    """One thing that is drawn, by its group codes."""

    kind: str
    codes: dict[int, str] = field(default_factory=dict)

    def at(self, number: int = 0) -> tuple[float, float]:
        return float(self.codes[10 + number]), float(self.codes[20 + number])


def drawn(what: str, folder: Path) -> list[Entity]:
    """Return what is drawn, read as a program reads it: a code, and its value on the next line."""
    out = folder / f"{what}.dxf"
    assert run("print", what, str(out))[0] == 0
    lines = out.read_text("ascii").splitlines()
    pairs = list(zip(map(int, lines[::2]), lines[1::2], strict=True))
    assert pairs[-1] == (0, "EOF")
    entities: list[Entity] = []
    for code, value in pairs[pairs.index((2, "ENTITIES")) + 1 : pairs.index((0, "EOF"))]:
        if code == 0:
            entities.append(Entity(value))
        else:
            entities[-1].codes[code] = value
    return entities[:-1]


def test_every_piece_of_the_box_is_there_at_its_size(tmp_path: Path) -> None:
    found = drawn("box", tmp_path)
    left = 0.0
    for piece in pieces(shipped_pin_map()):
        for number in range(piece.count):
            right = left + piece.size[0]
            own = [one for one in found if left - MM <= one.at()[0] <= right + MM]
            lines = [one for one in own if one.kind == "LINE" and one.codes[8] == "CUT"]
            xs, ys = zip(*(one.at(end) for one in lines for end in (0, 1)), strict=True)
            assert (min(xs), max(xs)) == pytest.approx((left, right), abs=MM), piece.name
            assert (min(ys), max(ys)) == pytest.approx((0, piece.size[1]), abs=MM), piece.name
            holes = [*piece.holes, *(piece.once if number == 0 else ())]
            circles = [one for one in own if one.kind == "CIRCLE"]
            assert sorted(2 * float(one.codes[40]) for one in circles) == pytest.approx(
                sorted(diameter for _, diameter, _ in holes)
            )
            assert [one.codes[1] for one in own if one.kind == "TEXT"] == [piece.name]
            left = right + 10


def test_of_two_sides_one_is_turned_over(tmp_path: Path) -> None:
    side = next(piece for piece in pieces(shipped_pin_map()) if piece.count == 2)
    folds = [one for one in drawn("box", tmp_path) if one.kind == "LINE" and one.codes[8] == "MARK"]
    hinge, first, second, *_ = folds
    width = side.size[0]
    begin = first.at()[0] - (pieces(shipped_pin_map())[0].size[0] + 10)
    assert second.at()[0] - first.at()[0] == pytest.approx(width + 10 + width - 2 * begin, abs=MM)
    assert hinge.codes[8] == "MARK"


def test_the_bracket_has_the_holes_of_the_camera_s_board(tmp_path: Path) -> None:
    circles = [one for one in drawn("bracket", tmp_path) if one.kind == "CIRCLE"]
    camera = [one.at() for one in circles if float(one.codes[40]) < 2]
    xs, ys = zip(*camera, strict=True)
    assert len(camera) == 4
    assert max(xs) - min(xs) == pytest.approx(CAMERA_ACROSS)
    assert max(ys) - min(ys) == pytest.approx(CAMERA_ALONG)
    width, length = bracket().size
    assert all(2 < x < width - 2 and 2 < y < length - 2 for x, y in (one.at() for one in circles))


def test_what_is_no_outline_is_told(tmp_path: Path) -> None:
    status, _, err = run("print", "mat", str(tmp_path / "mat.dxf"))
    assert status == 2
    assert "box and bracket" in err
    assert not (tmp_path / "mat.dxf").exists()

"""Everything that a page needs to explain the rules: numbers, and for each box an example of its
score."""

from itertools import combinations_with_replacement

from companion.games.game import Json
from companion.games.yacht.sheets import (
    DICE,
    EXTRA_BONUS,
    FACES,
    SHEETS,
    ScoreSheet,
    SheetBox,
    counts_of,
)
from companion.games.yacht.state import THROWS


def book() -> dict[str, Json]:
    """Return dice, throws, and of each sheet its boxes with an example of dice and their points."""
    sheets: dict[str, Json] = {name: _sheet(sheet) for name, sheet in SHEETS.items()}
    return {"dice": DICE, "throws": THROWS, "sheets": sheets, "extra_bonus": EXTRA_BONUS}


def _sheet(sheet: ScoreSheet) -> Json:
    boxes: list[Json] = [_example(box) for box in sheet.boxes]
    return {"boxes": boxes, "bonus": sheet.bonus, "bonus_from": sheet.bonus_from}


def _example(box: SheetBox) -> Json:
    """Return the best throw that just meets the box's condition, for example exactly three alike."""
    throws = combinations_with_replacement(FACES[::-1], DICE)
    faces = next(faces[::-1] for faces in throws if _shows(box, faces))
    return {"name": box.name, "faces": faces, "points": box.points(counts_of(faces))}


def _shows(box: SheetBox, faces: tuple[str, ...]) -> bool:
    counts = counts_of(faces)
    alike = sorted(counts, reverse=True)
    if box.face is not None:
        return counts[box.face - 1] == 3 and max(alike[1:]) == 1
    if box.alike:
        return alike[: len(box.alike)] == list(box.alike) and set(alike[len(box.alike) :]) <= {0, 1}
    if box.runs:
        return box.points(counts) > 0
    return alike[:2] == [2, 1]

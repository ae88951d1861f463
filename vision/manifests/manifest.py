"""Reads manifests: one photograph a line, with what lies on it, for each kind of piece."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from vision.board_grid import BoardGrid
from vision.errors import BadManifest
from vision.given_files import text_of
from vision.manifests.fields import (
    cell_of,
    conditions_of,
    corners_of,
    grid_of,
    hidden_of,
    label_of,
    list_of,
    number_of,
    piece_of,
    place_of,
    row_of,
    shown,
)
from vision.manifests.labelled import (
    Labelled,
    LabelledBoard,
    LabelledCell,
    LabelledCity,
    LabelledPhoto,
    LabelledPiece,
)
from vision.readings.board import EMPTY

PhotoT = TypeVar("PhotoT", bound=Labelled, covariant=True)
Row = Mapping[str, Any]

MOST_BYTES = 64 * 1024 * 1024
MOST_TOKENS = 5000


@dataclass(frozen=True)
class Labelling(Generic[PhotoT]):
    """How a kind of piece is labelled: an ``example`` of a line, and the photograph that a line's object
    tells of, given the picture's path and where the line stands."""

    example: str
    photo: Callable[[Row, Path, str], PhotoT]


@dataclass(frozen=True)
class Manifest(Generic[PhotoT]):
    """The photographs of a manifest, in its order, and the faults of the lines that cannot be used."""

    photos: tuple[PhotoT, ...]
    faults: tuple[BadManifest, ...]


def read_manifest(path: Path, kind: Labelling[PhotoT]) -> Manifest[PhotoT]:
    """Return a manifest's photographs; a broken line is listed in ``faults``, and the others are still
    read.

    Raises ``BadManifest`` when the file cannot be read at all, or no line of it.
    """
    try:
        text = text_of(path, MOST_BYTES)
    except (OSError, ValueError) as error:
        raise BadManifest(
            f"cannot read {path}: {getattr(error, 'strerror', None) or error}",
            hint="Give a .jsonl file, one photograph a line.",
        ) from error
    photos, faults = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            where = f"{path}, line {number}"
            try:
                row = row_of(line, where, kind.example)
                photos.append(kind.photo(row, path.parent / row["image"], where))
            except BadManifest as fault:
                faults.append(fault)
    if len(faults) > 1 and not photos:
        raise BadManifest(f"{faults[0]}; nor can any other line be used", hint=faults[0].hint)
    return Manifest(tuple(photos), tuple(faults))


def load_manifest(path: Path, kind: Labelling[PhotoT]) -> tuple[PhotoT, ...]:
    """Return the photographs of a manifest without faults, in its order.

    Raises ``BadManifest`` naming file and line.
    """
    manifest = read_manifest(path, kind)
    if manifest.faults:
        raise manifest.faults[0]
    return manifest.photos


def _dice(row: Row, image: Path, where: str) -> LabelledPhoto:
    _check_told(row, "dice", "faces", where)
    dice, cities = None, None
    if "dice" in row:
        dice = tuple(
            _die(item, f"{where}, die {n}") for n, item in enumerate(list_of(row["dice"], where), 1)
        )
        counts = _counted(dice)
    else:
        counts = Counter(label_of(face, where) for face in list_of(row["faces"], where))
    if row.get("cities") is not None:
        cities = tuple(_city(city, where) for city in list_of(row["cities"], where))
    conditions = conditions_of(row, where)
    return LabelledPhoto(image, row["image"], dice, counts, cities=cities, conditions=conditions)


def _board(row: Row, image: Path, where: str) -> LabelledBoard:
    grid = grid_of(row.get("grid"), where)
    cells = row.get("cells")
    if not isinstance(cells, Mapping):
        raise BadManifest(f'{where}: no "cells"', hint='An empty board has "cells": {}.')
    return LabelledBoard(
        image,
        row["image"],
        grid,
        {
            cell_of(name, grid, where): _content(one, f"{where}, cell {name}")
            for name, one in cells.items()
        },
        corners_of(row, where),
        hidden_of(row, grid, where),
        conditions=conditions_of(row, where),
    )


def _tokens(row: Row, image: Path, where: str) -> LabelledPhoto:
    _check_told(row, "tokens", "counts", where)
    grid = grid_of(row["grid"], where) if row.get("grid") is not None else None
    tokens = None
    if "tokens" in row:
        tokens = tuple(
            _token(one, grid, f"{where}, token {n}")
            for n, one in enumerate(list_of(row["tokens"], where), 1)
        )
    return LabelledPhoto(
        image,
        row["image"],
        tokens,
        _counts(row["counts"], where) if tokens is None else _counted(tokens),
        grid=grid,
        corners_px=corners_of(row, where),
        hidden=hidden_of(row, grid, where),
        conditions=conditions_of(row, where),
    )


DICE = Labelling('{"image": "a.jpg", "dice": […]}', _dice)
BOARD = Labelling(
    '{"image": "b.jpg", "grid": [15, 10], "corners": [[x, y], …], "cells": {"3,4": "A"}}', _board
)
TOKENS = Labelling('{"image": "c.jpg", "tokens": [{"label": "red", "x": 1.0, "y": 2.0}]}', _tokens)


def _check_told(row: Row, pieces: str, counts: str, where: str) -> None:
    if pieces not in row and counts not in row:
        raise BadManifest(
            f'{where}: neither "{pieces}" nor "{counts}"', hint="Say what lies on the photograph."
        )


def _counted(pieces: tuple[LabelledPiece, ...]) -> Counter[str]:
    return Counter(piece.label for piece in pieces)


def _counts(value: Any, where: str) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise BadManifest(f"{where}: counts are {shown(value)}", hint='"counts": {"red": 5}.')
    for label, many in value.items():
        piece_of(label, where)
        if type(many) is not int or not 0 <= many <= MOST_TOKENS:
            raise BadManifest(f"{where}: {shown(many)} is no count of {shown(label)}")
    return {label: many for label, many in value.items() if many}


def _die(item: Any, where: str) -> LabelledPiece:
    if not isinstance(item, Mapping) or not isinstance(item.get("face"), str | int):
        raise BadManifest(
            f'{where}: no "face"', hint='A die is {"face": "cap", "x": 812.0, "y": 433.5}.'
        )
    box = (
        (number_of(item, "w", where), number_of(item, "h", where))
        if "w" in item and "h" in item
        else None
    )
    angle = number_of(item, "angle", where) if item.get("angle") is not None else None
    centre = place_of(item, where)
    face = label_of(item["face"], where)
    return LabelledPiece(face, centre, box, angle, bool(item.get("cut_off", False)))


def _city(item: Any, where: str) -> LabelledCity:
    if not isinstance(item, Mapping) or "size" not in item or "closed" not in item:
        raise BadManifest(f'{where}: a city is {{"size": 3, "closed": true}}, not {shown(item)}')
    return LabelledCity(int(number_of(item, "size", where)), bool(item["closed"]))


def _token(item: Any, grid: BoardGrid | None, where: str) -> LabelledPiece:
    if not isinstance(item, Mapping) or item.get("label") is None:
        raise BadManifest(
            f'{where}: no "label"', hint='A token is {"label": "red", "x": 812.0, "y": 433.5}.'
        )
    label = piece_of(item["label"], where)
    told = item.get("cell")
    # Without a grid a cell says nothing: the token is judged by its place alone.
    cell = None if told is None or grid is None else cell_of(told, grid, where)
    return LabelledPiece(label, place_of(item, where), cell=cell)


def _content(value: Any, where: str) -> LabelledCell:
    if isinstance(value, str):
        return LabelledCell(label_of(value, where))
    if not isinstance(value, Mapping):
        raise BadManifest(
            f"{where}: {shown(value)} says no label", hint='"A", or {"label": "A", "turns": 1}.'
        )
    turns, on = value.get("turns"), value.get("on")
    if turns is not None and turns not in (0, 1, 2, 3):
        raise BadManifest(
            f"{where}: {shown(turns)} turns", hint="turns are quarter turns clockwise: 0 to 3."
        )
    label = label_of(value.get("label", EMPTY), where)
    on = None if on is None else piece_of(on, where)
    return LabelledCell(label, None if turns is None else int(turns), on)

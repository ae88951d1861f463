"""Reads manifests of tokens: one photograph a line, with the tokens on it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.boards.grid import BoardGrid
from vision.boards.manifest import cell_of, corners_of, grid_of, piece_of
from vision.dice.manifest import conditions_of, list_of, number_of, read_lines, row_of, shown
from vision.errors import BadManifest
from vision.readings.places import GridCell, PointPx

EXAMPLE = '{"image": "c.jpg", "tokens": [{"label": "red", "x": 1.0, "y": 2.0}]}'
MOST_TOKENS = 5000


@dataclass(frozen=True)
class LabelledToken:
    """One token as a person labelled it; ``cell`` is its place in the photograph's grid, if any."""

    label: str
    centre_px: PointPx
    cell: GridCell | None = None


@dataclass(frozen=True)
class LabelledTokens:
    """One line of a manifest: ``tokens`` with places, or None if only their ``counts`` are given.

    ``grid``: the board with holes for tokens, None if there is none. ``corners_px``: centres of its four
    corner cells, clockwise from the top left, or None if not given. ``hidden`` cells are not judged.
    """

    image: Path
    name: str
    tokens: tuple[LabelledToken, ...] | None
    counts: Mapping[str, int]
    grid: BoardGrid | None
    corners_px: tuple[PointPx, ...] | None
    hidden: frozenset[GridCell]
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class TokenManifest:
    """The photographs of a manifest, in its order, and the faults of the lines that cannot be used."""

    photos: tuple[LabelledTokens, ...]
    faults: tuple[BadManifest, ...]


def read_token_manifest(path: Path) -> TokenManifest:
    """Return a manifest's photographs; a broken line is listed in ``faults``, and the others are still
    read.

    Raises ``BadManifest`` when the file cannot be read at all, or no line of it.
    """
    photos, faults = read_lines(path, _photo)
    return TokenManifest(tuple(photos), tuple(faults))


def _photo(path: Path, number: int, line: str) -> LabelledTokens:
    where = f"{path}, line {number}"
    row = row_of(line, where, EXAMPLE)
    if "tokens" not in row and "counts" not in row:
        raise BadManifest(
            f'{where}: neither "tokens" nor "counts"', hint="Say what lies on the photograph."
        )
    grid = grid_of(row["grid"], where) if row.get("grid") is not None else None
    tokens = None
    if "tokens" in row:
        tokens = tuple(
            _token(one, grid, f"{where}, token {n}")
            for n, one in enumerate(list_of(row["tokens"], where), 1)
        )
    counts = _counts(row["counts"], where) if tokens is None else _counted(tokens)
    return LabelledTokens(
        path.parent / row["image"],
        row["image"],
        tokens,
        counts,
        grid,
        corners_of(row["corners"], where) if row.get("corners") is not None else None,
        _hidden(row, grid, where),
        conditions_of(row, where),
    )


def _hidden(row: Mapping[str, Any], grid: BoardGrid | None, where: str) -> frozenset[GridCell]:
    names = list_of(row.get("hidden", []), where)
    return frozenset(cell_of(name, grid, where) for name in names) if grid is not None else frozenset()


def _counted(tokens: tuple[LabelledToken, ...]) -> dict[str, int]:
    return dict(Counter(token.label for token in tokens))


def _counts(value: Any, where: str) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise BadManifest(f"{where}: counts are {shown(value)}", hint='"counts": {"red": 5}.')
    for label, many in value.items():
        piece_of(label, where)
        if type(many) is not int or not 0 <= many <= MOST_TOKENS:
            raise BadManifest(f"{where}: {shown(many)} is no count of {shown(label)}")
    return {label: many for label, many in value.items() if many}


def _token(item: Any, grid: BoardGrid | None, where: str) -> LabelledToken:
    if not isinstance(item, Mapping) or item.get("label") is None:
        raise BadManifest(
            f'{where}: no "label"', hint='A token is {"label": "red", "x": 812.0, "y": 433.5}.'
        )
    label = piece_of(item["label"], where)
    told = item.get("cell")
    # Without a grid a cell says nothing: the token is judged by its place alone.
    cell = None if told is None or grid is None else cell_of(told, grid, where)
    return LabelledToken(label, PointPx(number_of(item, "x", where), number_of(item, "y", where)), cell)

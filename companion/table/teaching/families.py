"""What can be taught: the properties of each kind of piece, and the usual families."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from companion.table.plays.catalogue import TaughtBoard, boards, play_of
from companion.table.teaching.board_lesson import BoardLesson, with_cell
from companion.table.teaching.dice_lesson import DiceLesson, with_sample
from companion.table.teaching.lesson import Family, TapLesson
from companion.table.teaching.printed import PrintedSquares, own_board, read_print, write_own_board
from companion.table.teaching.shapes import FamilyShape, TappedPiece
from companion.table.teaching.token_lesson import TokenLesson, with_token
from vision.boards.sets import BoardSet
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.kinds import KINDS, kind_in
from vision.tokens.sets import load_tokens

LESSONS: dict[str, Callable[[str, Family, Path | None], TapLesson[Any]]] = {
    "dice": DiceLesson,
    "board": BoardLesson,
    "tokens": TokenLesson,
}
"""How each kind of pieces is taught."""


ADDING: dict[str, Callable[[str, Any, ImageBgr, TappedPiece], Any]] = {
    "dice": with_sample,
    "board": with_cell,
    "tokens": with_token,
}
"""By kind, the function that returns a set of a new name with a piece of a picture as a sample."""


def keep_sample(
    kind: str, name: str, base: str, image_bgr: ImageBgr, said: TappedPiece
) -> Callable[[Path], None]:
    """Return what writes a set, under a new name and with one more sample, into a folder. Raises
    ``BadLesson``."""
    taught = ADDING[kind](name, KINDS[kind].load(base), image_bgr, said)
    printed = own_board(Path(base))

    def write(folder: Path) -> None:
        KINDS[kind].save(taught, folder)
        write_own_board(printed, name, folder)

    return write


def families(game: str | None) -> list[FamilyShape]:
    """Return the usual families of each kind; those of the current game come first."""
    of_game = play_of(game).sets.values() if game is not None else ()
    dice = [_dice_family(name) for name in KINDS["dice"].built_in()]
    tokens = [_token_family(name) for name in KINDS["tokens"].built_in()]
    found = [*dice, *tokens, *(_board_family(name, board) for name, board in boards().items())]
    return sorted(found, key=lambda one: one["name"] != game and one["name"] not in of_game)


def find_expected(kind: str, family: str) -> Family:
    """Return the expected content of a lesson on this family; nothing if there is no such family."""
    for one in families(None):
        if (one["kind"], one["name"]) == (kind, family):
            faces, pawns = tuple(one["faces"]), tuple(one["pawns"])
            return Family(faces, pawns, one["columns"], one["rows"], _find_print(kind, family))
    return Family()


def _find_print(kind: str, game: str) -> PrintedSquares | None:
    """Return the print of a game's own board, if the game must know it."""
    play = play_of(game) if kind == "board" else None
    if play is None or play.printed_option is None:
        return None
    return read_print(game, play.printed_option, play.printed())


def set_of(family: FamilyShape) -> str:
    """Return the name of the set that a family's own set replaces."""
    if family["kind"] != "board":
        return family["name"]
    return play_of(family["name"]).sets.get(family["kind"], family["name"])


def labels_in(folder: Path) -> dict[str, int]:
    """Return the labels of a taught set, and how many samples each has. Raises ``VisionError``."""
    kind = kind_in(folder)
    taught = KINDS["dice" if kind is None else kind].load(folder)
    pawns = taught.pawns if isinstance(taught, BoardSet) else ()
    many = Counter(sample.label for sample in (*taught.samples, *pawns))
    named = taught.names if kind != "board" else many
    return {name: many[name] for name in named}


def _dice_family(name: str) -> FamilyShape:
    faces = load(name).faces
    turned_anyhow = [face.name for face in faces if not face.rotations]
    return _family("dice", name, [face.name for face in faces], without_top=turned_anyhow)


def _token_family(name: str) -> FamilyShape:
    labels, size = _built_in_tokens(name)
    return _family("tokens", name, labels, without_top=labels, size=size)


@cache
def _built_in_tokens(name: str) -> tuple[tuple[str, ...], tuple[int, int]]:
    """Return the labels of a built-in set, and columns and rows of its board, 0 if it has none."""
    taught = load_tokens(name)
    grid = None if taught.board is None else taught.board.grid
    return taught.labels, (0, 0) if grid is None else (grid.columns, grid.rows)


def _board_family(name: str, board: TaughtBoard) -> FamilyShape:
    size = board.columns, board.rows
    return _family("board", name, board.pieces, pawns=board.pawns, size=size)


def _family(
    kind: str,
    name: str,
    faces: Iterable[str],
    *,
    without_top: Iterable[str] = (),
    pawns: Iterable[str] = (),
    size: tuple[int, int] = (0, 0),
) -> FamilyShape:
    return {
        "kind": kind,
        "name": name,
        "faces": [*faces],
        "without_top": [*without_top],
        "pawns": [*pawns],
        "columns": size[0],
        "rows": size[1],
    }

"""What can be taught: the properties of each kind of piece, and the usual families."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from companion.table.plays.catalogue import TaughtBoard, boards, play_of
from companion.table.teaching.board_lesson import BoardLesson, with_cell
from companion.table.teaching.dice_lesson import DiceLesson, with_sample
from companion.table.teaching.lesson import Family, Lesson
from companion.table.teaching.printed import Printed, own_board, read_print, write_own_board
from companion.table.teaching.shapes import FamilyShape, Said
from companion.table.teaching.shelf import kind_of_set_in
from companion.table.teaching.token_lesson import TokenLesson, with_token
from vision.boards.sets import load_board, save_board
from vision.dice.sets import built_in as dice_sets
from vision.dice.sets import load, save
from vision.frame import ImageBgr
from vision.tokens.sets import built_in as token_sets
from vision.tokens.sets import load_tokens, save_tokens

LESSONS: dict[str, Callable[[str, Family, Path | None], Lesson[Any]]] = {
    "dice": DiceLesson,
    "board": BoardLesson,
    "tokens": TokenLesson,
}
"""How each kind of pieces is taught."""


def _die_kept(name: str, base: str, image_bgr: ImageBgr, said: Said) -> Callable[[Path], None]:
    return partial(save, with_sample(name, load(base), image_bgr, said.at, said.face))


def _cell_kept(name: str, base: str, image_bgr: ImageBgr, said: Said) -> Callable[[Path], None]:
    taught = with_cell(name, load_board(base), image_bgr, said)
    said_before = own_board(Path(base))

    def write(folder: Path) -> None:
        save_board(taught, folder)
        write_own_board(said_before, name, folder)

    return write


def _token_kept(name: str, base: str, image_bgr: ImageBgr, said: Said) -> Callable[[Path], None]:
    return partial(save_tokens, with_token(name, load_tokens(base), image_bgr, said))


KEEPING: dict[str, Callable[[str, str, ImageBgr, Said], Callable[[Path], None]]] = {
    "dice": _die_kept,
    "board": _cell_kept,
    "tokens": _token_kept,
}
"""By kind, the function that writes a set with an additional sample into a folder: it takes a new name,
the set, a picture, a piece."""


def families(game: str | None) -> list[FamilyShape]:
    """Return the usual families of each kind; those of the current game come first."""
    of_game = play_of(game).sets.values() if game is not None else ()
    dice = [_dice_family(name) for name in dice_sets()]
    tokens = [_token_family(name) for name in token_sets()]
    found = [*dice, *tokens, *(_board_family(name, board) for name, board in boards().items())]
    return sorted(found, key=lambda one: one["name"] != game and one["name"] not in of_game)


def find_expected(kind: str, family: str) -> Family:
    """Return the expected content of a lesson on this family; nothing if there is no such family."""
    for one in families(None):
        if (one["kind"], one["name"]) == (kind, family):
            faces, pawns = tuple(one["faces"]), tuple(one["pawns"])
            return Family(faces, pawns, one["columns"], one["rows"], _find_print(kind, family))
    return Family()


def _find_print(kind: str, game: str) -> Printed | None:
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
    if kind_of_set_in(folder) == "board":
        board = load_board(folder)
        pieces = Counter(sample.label for sample in (*board.samples, *board.pawns))
        return dict(pieces)
    if kind_of_set_in(folder) == "tokens":
        return dict(Counter(sample.label for sample in load_tokens(folder).samples))
    taught = load(folder)
    samples = Counter(sample.face for sample in taught.samples)
    return {face.name: samples[face.name] for face in taught.faces}


def _dice_family(name: str) -> FamilyShape:
    faces = load(name).faces
    alike = [face.name for face in faces if not face.rotations]
    return _family("dice", name, [face.name for face in faces], without_top=alike)


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
    size = (board.columns, board.rows)
    return _family("board", name, board.pieces, pawns=board.pawns, size=size)


def _family(
    kind: str,
    name: str,
    faces: Sequence[str],
    *,
    without_top: Sequence[str] = (),
    pawns: Sequence[str] = (),
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

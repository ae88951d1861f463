"""A board that lies there in the middle of a game, read into a position that is played on from."""

from typing import NoReturn

from companion.errors import BadSetup, Reason
from companion.games.drunter.board import DEFAULT, Board, board_of
from companion.games.drunter.laid import lays_leading_to
from companion.games.drunter.pieces import KINDS, Square
from companion.games.drunter.town import LaidTile
from companion.games.game import Json
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.drunter.picture import BoardPicture
from companion.table.plays.drunter.placement import Placement, SquarePart, parts_of, placements_with
from vision.readings.board import BoardReading

AS_SEEN = "seen"
"""``"laid": "seen"`` in a first line: as it lies on the table now."""
MOST_TOLD = 8
"""Most unsure squares that are named; of more, only their number is told."""


def first_line(words: JsonObject, reading: BoardReading | None) -> JsonObject:
    """Return a first line in which what lies on the table is laid. Raises ``BadSetup``."""
    if words.get("laid") != AS_SEEN:
        return words
    options = words.get("options")
    board = board_of(options.get("board", DEFAULT) if isinstance(options, dict) else DEFAULT)
    return {**words, "laid": _lays(board, reading)}


def _lays(board: Board, reading: BoardReading | None) -> list[dict[str, Json]]:
    """Return lays that lead to the board as it was read."""
    if reading is None or reading.corners_px is None or reading.grid != (board.columns, board.rows):
        _refuse("no such board has been read", Reason("error.drunter.board_not_read"))
    picture = BoardPicture(reading)
    unsure = [square for square, look in picture.looks.items() if not look.is_sure]
    if unsure or picture.hidden:
        told = _told(sorted({*unsure, *picture.hidden}))
        _refuse(
            f"not every square of the board is sure: {told}",
            Reason("error.drunter.board_not_sure", {"squares": told}),
        )
    tiles = tiles_on(picture)
    if tiles is None:
        _refuse("what lies there is not all whole tiles", Reason("error.drunter.board_not_tiles"))
    laid = [LaidTile(tile.kind, tile.squares) for tile in tiles]
    lays = lays_leading_to(board, laid, picture.gangs)
    if lays is None:
        _refuse("no order of lays leads to this board", Reason("error.drunter.board_not_legal"))
    return lays


def tiles_on(picture: BoardPicture) -> tuple[Placement, ...] | None:
    """Return the tiles of which a sure picture is made; None if it is not all whole tiles."""
    left = {square: part for square, look in picture.looks.items() for part in look.guesses if part}
    found: list[Placement] = []
    for square, part in sorted(left.items()):
        if _begins(part):
            tile = next((tile for tile in placements_with(part, square) if _lies(tile, left)), None)
            if tile is None:
                return None
            found.append(tile)
    covered = [square for tile in found for square in tile.squares]
    return tuple(found) if sorted(covered) == sorted(left) else None


def _told(squares: list[Square]) -> str:
    """Return columns and rows of the first of these squares, and how many more there are."""
    named = [f"{square.column + 1}/{square.row + 1}" for square in squares[:MOST_TOLD]]
    more = len(squares) - MOST_TOLD
    return ", ".join(named) + (f" + {more}" if more > 0 else "")


def _begins(part: SquarePart) -> bool:
    kind, _, field = part.label.partition(".")
    return kind in KINDS and field in ("single", "start")


def _lies(tile: Placement, left: dict[Square, SquarePart]) -> bool:
    return parts_of(tile).items() <= left.items()


def _refuse(why: str, reason: Reason) -> NoReturn:
    raise BadSetup(
        f"the board cannot be taken over: {why}",
        hint="Start the game, let the board be read, then start it again from what lies there.",
        reason=reason,
    )

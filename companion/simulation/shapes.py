"""The data of boards and tokens for the simulator's page: places are fractions 0…1 of the picture."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from companion.table.shapes.values import JsonObject
from vision.workshop.simulation.boards.play import SimulatedBoard
from vision.workshop.simulation.tokens.play import SimulatedTokens


def board_shape(board: SimulatedBoard, to_lay: Sequence[tuple[str, ...]]) -> JsonObject:
    """Return the board and everything on it.

    ``corners``: the centres of the corner cells, clockwise from the top left. Of a piece: ``labels`` in
    its running direction, quarter ``turns``, the ``cell`` of its first part, which may be outside the
    board, and the ``corners`` of its top. ``to_lay``: the pieces that may be laid now, and how many of
    each; ``box``: the other kinds of pieces.
    """
    stock = Counter(to_lay)
    truth, (columns, rows) = board.truth(), board.kit.grid
    ends = ((0, 0), (columns - 1, 0), (columns - 1, rows - 1), (0, rows - 1))
    return {
        "grid": [columns, rows],
        "corners": [board.fraction_of(column, row) for column, row in ends],
        "pieces": [
            {
                "id": each.id,
                "labels": list(each.slab.labels),
                "turns": round((each.slab.angle_deg - board.laid.angle_deg) / 90) % 4,
                "cell": [round(at) for at in board.laid.grid_place(each.slab.part_centres_mm()[0])],
                "corners": list(each.outline),
                "at_rest": each.at_rest,
            }
            for each in truth.slabs
        ],
        "pawns": [
            {
                "id": each.id,
                "label": each.pawn.label,
                "colour": list(each.pawn.colour[::-1]),
                "cell": board.laid.cell_at(each.pawn.centre_mm),
                "centre": each.centre,
                "at_rest": each.at_rest,
            }
            for each in truth.pawns
        ],
        "to_lay": [{"labels": list(piece), "count": n} for piece, n in stock.items()],
        "box": [{"labels": list(piece), "count": 0} for piece in board.kit.slabs if piece not in stock],
    }


def token_shape(tokens: SimulatedTokens, to_throw: Sequence[tuple[str, str]]) -> JsonObject:
    """Return all that lies and stands there.

    Of each token: its ``kind`` (gem, stone, pawn), ``label``, ``colour`` (pawns; red, green, blue), the
    ``cell`` of its hole, the ``row`` of its red field, ``owner``: the seat of the player before whom it
    was laid, ``centre`` and ``size`` (of the picture's width). ``to_throw``: the stones that are thrown
    now, each by its two faces. ``parts``: those of a puzzle, a ``sheet`` and each ``block``, with the
    place and size of its handle; None if the game has no puzzles.
    """
    return {
        "things": [
            {
                "id": each.id,
                "kind": each.kind,
                "label": each.label,
                "colour": list(each.colour[::-1]),
                "cell": each.cell,
                "row": each.row,
                "owner": None if each.owner is None else each.owner + 1,
                "centre": each.centre,
                "size": each.size,
                "at_rest": each.at_rest,
            }
            for each in tokens.truth()
        ],
        "to_throw": [list(faces) for faces in to_throw],
        "parts": [asdict(each) for each in tokens.puzzle.truth()] if tokens.kit.puzzles else None,
    }

"""The data of a board for the simulator's page: places are fractions 0…1 of the picture."""

from collections import Counter
from collections.abc import Sequence

from companion.table.shapes.values import JsonObject
from vision.workshop.simulation.boards.play import SimulatedBoard


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

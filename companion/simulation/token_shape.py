"""The data of tokens for the simulator's page: places are fractions 0…1 of the picture."""

from collections.abc import Sequence
from dataclasses import asdict

from companion.table.shapes.values import JsonObject
from vision.workshop.simulation.tokens.play import SimulatedTokens


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

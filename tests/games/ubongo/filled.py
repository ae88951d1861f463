"""Whether a filling is right."""

from collections.abc import Collection

from companion.games.ubongo.components import PuzzlePiece, Shape, move_to_corner, orientations
from companion.games.ubongo.puzzle import Filling


def is_filled(shape: Shape, pieces: Collection[PuzzlePiece], filling: Filling) -> bool:
    """Do these pieces, each once and in its own shape, cover each square of the shape once?"""
    cells = [cell for lying in filling.values() for cell in lying]
    whole = all(move_to_corner(lying) in orientations(piece.shape) for piece, lying in filling.items())
    return whole and filling.keys() == set(pieces) and sorted(cells) == sorted(shape)

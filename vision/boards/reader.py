"""Which reader reads a taught board."""

from vision.boards.matched.reader import MatchedBoardReader
from vision.boards.measured.reader import BoardReader
from vision.boards.sets import BoardSet


def reader_of(taught: BoardSet) -> BoardReader | MatchedBoardReader:
    """Return the learnt matcher; for a board with pawns, which it does not know well yet, the measured
    reader."""
    return BoardReader(taught) if taught.pawns else MatchedBoardReader(taught)

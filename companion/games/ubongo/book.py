"""Everything that a page needs to explain the rules: numbers, colours, symbols, pieces, and an end as an
example."""

from typing import Final

from companion.games.game import Json
from companion.games.ubongo.components import GEMS_OF_A_COLOUR, HOLES, ROWS, Colour, PuzzlePiece, Symbol
from companion.games.ubongo.ranking import ranking
from companion.games.ubongo.rounds import GEMS_OF_A_TAKE
from companion.games.ubongo.state import REACH

EXAMPLE: Final[tuple[dict[Colour, int], ...]] = (
    {Colour.GREEN: 6, Colour.RED: 4, Colour.BLUE: 2, Colour.VIOLET: 2},
    {Colour.VIOLET: 6, Colour.GREEN: 4, Colour.RED: 3, Colour.BLUE: 2},
)
"""What two players hold at the end; the second colour decides between them."""


def book() -> dict[str, Json]:
    """Return the rules' numbers.

    ``reach``: how many fields the first, second … caller may move. ``pieces``: each as its squares, in
    column and row. ``example``: what two players hold at the end, and the winner's index in that list.
    """
    gems = tuple(
        tuple(colour for colour in Colour for _ in range(won.get(colour, 0))) for won in EXAMPLE
    )
    won: list[Json] = [{str(colour): number for colour, number in one.items()} for one in EXAMPLE]
    return {
        "reach": [*REACH],
        "rows": len(ROWS),
        "holes": HOLES,
        "gems_of_a_colour": GEMS_OF_A_COLOUR,
        "gems_of_a_take": GEMS_OF_A_TAKE,
        "colours": [str(colour) for colour in Colour],
        "symbols": [str(symbol) for symbol in Symbol],
        "pieces": {str(piece): [[*cell] for cell in sorted(piece.shape)] for piece in PuzzlePiece},
        "example": {"won": won, "winner": ranking(gems)[0][0] - 1},
    }

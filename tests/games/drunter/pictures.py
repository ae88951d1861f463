"""Small towns drawn as text, and sittings in them.

``s r w``: a gang on its start square · ``S R W``: a gang on a tile's end field · ``x``: a start square
that its gang has left · ``#``: a tile · ``=``: a bridge · ``o``: an outhouse · ``1``…``5``: a tavern of
that value · ``.``: a plain square.
"""

from textwrap import dedent

from companion.games.drunter.board import Board, Building
from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Gang, Kind, Square, Tile, Tiles, Towards, sort_tiles
from companion.games.drunter.state import Laying, Phase, State, Variant
from companion.games.drunter.town import LaidTile, Town
from companion.games.drunter.votes import VOTE_CARDS
from companion.games.game import Seat

KIND: dict[str, Kind] = {"s": "street", "r": "river", "w": "wall"}
NAMES = ("Ana", "Bob", "Cyd", "Dan")
ANA, BOB, CYD, DAN = map(Seat, (1, 2, 3, 4))


def town(picture: str) -> Town:
    rows = dedent(picture).split()
    marks = {Square(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    board = Board(
        "a picture",
        len(rows[0]),
        len(rows),
        tuple(Gang(KIND.get(mark, "wall"), at) for at, mark in marks.items() if mark in "srwx"),
        tuple(Building(at, "tavern", int(mark)) for at, mark in marks.items() if mark.isdigit()),
        frozenset(at for at, mark in marks.items() if mark == "o"),
    )
    gangs = tuple(Gang(KIND[mark.lower()], at) for at, mark in marks.items() if mark in "srwSRW")
    # A bridge is drawn alone: a triple folded up on its middle square.
    laid = [
        LaidTile("wall", (at,) * (3 if mark == "=" else 1))
        for at, mark in marks.items()
        if mark in "SRW#="
    ]
    return Town(board, gangs, tuple(laid))


def tile(word: str) -> Tile:
    """``s2`` is a street double."""
    return Tile(KIND[word[0]], int(word[1]))


def tiles(words: str) -> Tiles:
    return sort_tiles(map(tile, words.split()))


def sitting(
    where: Town,
    *hands: str,
    variant: Variant = "basic",
    cards: tuple[tuple[str, ...], ...] = (),
    phase: Phase | None = None,
) -> State:
    """Ana is to lay; each has the tiles said, all votes, and the ``cards``."""
    n = len(hands)
    return State(
        seats=NAMES[:n],
        variant=variant,
        deal_specials=False,
        town=where,
        tiles=tuple(map(tiles, hands)),
        votes=(VOTE_CARDS if variant == "basic" else (),) * n,
        cards=cards or (("tavern",),) * n,
        phase=phase or Laying(ANA),
    )


def lay(seat: Seat, word: str, gang: tuple[int, int], towards: Towards) -> Lay:
    return Lay(seat, *tile(word), Square(*gang), towards)


def ways(where: Town) -> dict[tuple[Square, Towards], tuple[tuple[int, int], ...]]:
    """The free squares on each side of each gang, where there are any."""
    return {(way.gang.square, way.towards): way.squares for way in where.ways}

"""Everything that a page needs to explain the rules: numbers of pieces, vote cards, and a vote as an
example."""

from itertools import chain
from typing import Final

from companion.games.drunter.board import DEFAULT, TYPES, VALUES, load_shipped_board
from companion.games.drunter.cards import SPECIALS
from companion.games.drunter.deal import CARDS_EACH, SHARE
from companion.games.drunter.pieces import BOX
from companion.games.drunter.votes import JOKER_VOTES, VOTE_CARDS, Side, VoteCards, count
from companion.games.game import Json

EXAMPLE: Final[tuple[VoteCards, ...]] = (("JAA", "JAAA"), ("NEE",), ("NEEE",), ("JEEIIN",))
"""The printed example: the cards that each of four players lays, the proposer first."""

DECLARED: Final[tuple[Side, ...]] = ("no",)
"""What its one joker is declared as."""


def book() -> dict[str, Json]:
    """Return the rules' numbers.

    ``box`` and ``share`` count tiles by length, in the box by kind, dealt by the number of players.
    ``example`` is a vote: each voter's ``cards``, what the joker stood for (``as``), and how it ended.
    """
    tally = count(chain.from_iterable(EXAMPLE), DECLARED)
    example: dict[str, Json] = {
        "cards": [[*cards] for cards in EXAMPLE],
        "as": DECLARED[0],
        "yes": tally.yes,
        "no": tally.no,
        "passed": tally.passed,
    }
    return {
        "box": _box(),
        "share": {str(players): _by_length(share) for players, share in SHARE.items()},
        "types": [*load_shipped_board(DEFAULT).types],
        "buildings": {"types": TYPES, "values": [*VALUES]},
        "votes": {"cards": [*VOTE_CARDS], "joker": JOKER_VOTES},
        "cards_each": dict(CARDS_EACH),
        "specials": [*SPECIALS],
        "example": example,
    }


def _box() -> dict[str, Json]:
    kinds = dict.fromkeys(tile.kind for tile in BOX)
    return {
        kind: _by_length({tile.length: n for tile, n in BOX.items() if tile.kind == kind})
        for kind in kinds
    }


def _by_length(counts: dict[int, int]) -> dict[str, Json]:
    return {str(length): n for length, n in counts.items()}

"""The vote on an outhouse: the eight cards, and who wins."""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

VoteCard: TypeAlias = Literal["JA", "JAA", "JAAA", "NE", "NEE", "NEEE", "JEEIIN", "?"]
VOTE_CARDS: Final[tuple[VoteCard, ...]] = get_args(VoteCard)
"""Every player's eight cards."""

YES: Final[dict[VoteCard, int]] = {"JA": 1, "JAA": 2, "JAAA": 3}
NO: Final[dict[VoteCard, int]] = {"NE": 1, "NEE": 2, "NEEE": 3}
JOKER: Final[VoteCard] = "JEEIIN"
JOKER_VOTES: Final = 2
SHRUG: Final[VoteCard] = "?"

Side: TypeAlias = Literal["yes", "no"]
SIDES: Final[tuple[Side, ...]] = get_args(Side)

VoteCards: TypeAlias = tuple[VoteCard, ...]
"""Some of a player's cards, in the order of ``VOTE_CARDS``."""


class Tally(NamedTuple):
    """A counted vote."""

    yes: int
    no: int

    @property
    def passed(self) -> bool:
        """Tell whether the tile stays. It is refused only by more NO than YES."""
        return self.no <= self.yes


def count(cards: Iterable[VoteCard], declared: Iterable[Side]) -> Tally:
    """Count all players' revealed cards, with each joker as it was declared."""
    sides = list(declared)
    yes = no = 0
    for card in cards:
        yes += YES.get(card, 0)
        no += NO.get(card, 0)
    return Tally(yes + JOKER_VOTES * sides.count("yes"), no + JOKER_VOTES * sides.count("no"))


def keep(hand: VoteCards, played: VoteCards) -> VoteCards:
    """Return the cards left after a vote: only the shrug comes back."""
    return tuple(card for card in hand if card not in played or card == SHRUG)


def votes_in(hand: VoteCards) -> int:
    """Return the votes of a hand, YES and NO together, for the tie-break."""
    return sum(YES.get(card, 0) + NO.get(card, 0) + JOKER_VOTES * (card == JOKER) for card in hand)

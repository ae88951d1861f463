"""Drunter und Drüber (English: Wacky Wacky West) by Klaus Teuber, for two to four players.

Where the printed rules are silent or differ, these house rules apply:

- No tile covers a corner start square. Bridges of one's own line serve it too.
- A gang that can still pass under bridges is not stuck. A wall tile between two wall gangs belongs to
  the one its player names.
- A lay that needs a vote must be made if there is no other. One vote for each lay, however many
  outhouses it covers; the same player may try again later.
- In a tie the joker counts as two votes left, the shrug as none. A remaining tie is shared, for experts
  too.
- Cards not dealt stay unseen in both variants. Special cards score printed values, outhouses never.
- An old copy may have lost tiles: fewer are accepted.
- With the players' own tiles a lay is checked against what the box still holds, whoever laid the rest.
"""

from collections.abc import Iterator
from itertools import chain, combinations, permutations
from random import Random
from typing import ClassVar, cast

from companion.errors import BadSetup
from companion.games.drunter import early, ending, moves, turns, views, voting
from companion.games.drunter.board import DEFAULT, Board, board_of, list_shipped_boards
from companion.games.drunter.book import book
from companion.games.drunter.cards import SPECIALS
from companion.games.drunter.deal import CARDS_EACH, read_cards, read_tiles, wrong_cards
from companion.games.drunter.deal import deal as deal_lacking
from companion.games.drunter.laid import laid_tiles, read_laid
from companion.games.drunter.moves import Choose, Counted, Declare, Lay, Left, Move, Pass, Show, Vote
from companion.games.drunter.pieces import BOX, sort_tiles
from companion.games.drunter.state import (
    Choosing,
    Declaring,
    Ended,
    Laying,
    Revealing,
    State,
    Variant,
    Voting,
)
from companion.games.drunter.votes import SIDES, VOTE_CARDS
from companion.games.game import Game, Json, Option, Seat, Setup, Words
from companion.games.setup import check_setup


class Drunter(Game[State, Move]):
    """The rules, basic and expert.

    Option ``board`` is the name of a board that comes with the program, or the data of a board file.
    ``own_votes``: the players vote with their own cards, and enter the result of each vote
    (``counted``).
    """

    name: ClassVar[str] = "drunter"
    by_luck: ClassVar[frozenset[str]] = frozenset({"tiles", "cards"})
    seat_counts: ClassVar[range] = range(2, 5)
    options: ClassVar[dict[str, Option]] = {
        "board": Option("data", DEFAULT, choices=list_shipped_boards()),
        "variant": Option("choice", "basic", choices=tuple(CARDS_EACH)),
        "deal_specials": Option("bool", False),
        "own_votes": Option("bool", False),
    }
    secret_moves: ClassVar[frozenset[str]] = frozenset({"vote", "choose"})
    own_moves: ClassVar[frozenset[str]] = frozenset({"choose"})
    turned_up: ClassVar[frozenset[str]] = frozenset({"vote"})

    deal = staticmethod(deal_lacking)
    book = staticmethod(book)

    def start(self, setup: Setup) -> State:
        """Return the town and what was dealt: ``tiles`` and ``cards`` as far as the machine knows them.

        The town is empty, except for what was ``laid`` before.
        """
        faults: list[str] = []
        board = _board(setup, faults)
        tiles = read_tiles(setup, faults)
        town = read_laid(setup, board, faults) if board else None
        cards = read_cards(setup, board, faults) if board else None
        variant = setup.options.get("variant", "basic")
        if variant == "basic" and setup.options.get("deal_specials") is True:
            faults.append("special cards are dealt in the expert variant only")
        if variant == "expert" and setup.options.get("own_votes") is True:
            faults.append("there are votes in the basic game only")
        options = check_setup(self, setup, dealt=("tiles", "cards", "laid"), more_faults=faults)
        assert town is not None, "a board that is at fault has been refused"
        state = State(
            seats=setup.seats,
            variant=cast(Variant, variant),
            deal_specials=options["deal_specials"] is True,
            town=town,
            tiles=tiles or (),
            supply=sort_tiles((BOX - laid_tiles(setup)).elements()) if tiles is None else None,
            own_votes=options["own_votes"] is True,
            votes=(VOTE_CARDS if variant == "basic" else (),) * len(setup.seats),
            cards=cards or ((),) * len(setup.seats),
            phase=Ended(),
        )
        return turns.go_on(state, Seat(1))

    is_of_all = staticmethod(moves.is_of_all)

    def parse(self, state: State, seat: Seat | None, words: Words) -> Move:
        """Read a record's move, see ``moves``."""
        return moves.parse(state.seats, seat, words)

    def words(self, state: State, move: Move) -> dict[str, Json]:
        """Write a move as a record does."""
        return moves.write(state.seats, move)

    def play(self, state: State, move: Move) -> State:
        """Return the state after the move."""
        if move.seat not in (None, turns.next_seat(state)):
            raise turns.refused(state, move, turns.due(state))
        match (state.phase, move):
            case (Laying(), Lay() as lay):
                return turns.lay_tile(state, lay)
            case (Laying() as laying, Pass() as passed):
                return turns.pass_turn(state, laying, passed)
            case (Voting() as vote, Vote() as votes):
                return voting.lay_votes(state, vote, votes)
            case (Voting() as vote, Counted() as counted):
                return voting.count_told(state, vote, counted)
            case (Declaring() as declaring, Declare() as declare):
                return voting.declare_joker(state, declaring, declare)
            case (Choosing() as choosing, Choose() as choose):
                return turns.choose_card(state, choosing, choose)
            case (Ended(), Show() as show):
                return turns.show_cards(state, show)
            case (Laying(), Show(seat=None) as show) if turns.nobody_can_lay(state):
                return turns.show_cards(state, show)
            case (Ended(), Left() as left):
                return ending.tell_left(state, left)
            case _:
                raise turns.refused(state, move, turns.due(state))

    early_kind = staticmethod(early.early_kind)
    with_early = staticmethod(early.with_early)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield the legal moves; of the possible sums of a vote, one that accepts the tile and one that
        does not.

        The votes that settle a tie are not a legal move any more: the game has ended without them.
        """
        seat = turns.next_seat(state)
        if seat is None:
            return iter(())
        match state.phase:
            case Laying():
                passes = () if state.supply is None else (Pass(seat),)
                return chain(turns.legal_lays(state, seat), passes)
            case Voting(laid=laid):
                votes = () if state.own_votes and not laid else _votes(state, seat)
                return chain(votes, () if laid or state.early else voting.different_sums(state))
            case Declaring():
                return (Declare(seat, side) for side in SIDES)
            case Choosing():
                return (Choose(seat, card) for card in state.cards_of(seat) or (None,))
            case Ended():
                return _shows(state, seat)
            case Revealing():
                return iter(())

    def chance(self, state: State, rng: Random) -> Move | None:
        """Return what the players' own vote cards came to; else luck plays no part once all is dealt."""
        return voting.some_sums(state, rng) if turns.awaits_sums(state) else None

    to_move = staticmethod(turns.to_move)
    scores = staticmethod(ending.scores)
    outcome = staticmethod(ending.outcome)
    view = staticmethod(views.view)


def _board(setup: Setup, faults: list[str]) -> Board | None:
    try:
        return board_of(setup.options.get("board", DEFAULT))
    except BadSetup as error:
        faults.append(str(error))
        return None


def _votes(state: State, seat: Seat) -> Iterator[Vote]:
    hand = state.votes_of(seat)
    some = (combinations(hand, n) for n in range(1, len(hand) + 1))
    return (Vote(seat, cards) for cards in chain.from_iterable(some))


def _shows(state: State, seat: Seat) -> Iterator[Show]:
    """Yield every hand of cards that this player can still have."""
    expert = state.variant == "expert"
    pile = [*state.town.board.types, *(SPECIALS if expert else ())]
    left = [card for card in pile if card not in set(chain.from_iterable(state.cards))]
    for cards in permutations(left, CARDS_EACH[state.variant]):
        if not any(wrong_cards(cards, state.town.board, expert, state.deal_specials)):
            yield Show.of(seat, *cards)


GAME = Drunter()

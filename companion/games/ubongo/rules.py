"""Ubongo as a game of the catalogue."""

from collections.abc import Iterator
from itertools import chain, permutations, product
from random import Random

from companion.errors import IllegalMove
from companion.games.game import Game, Json, Outcome, Role, Seat, Setup, Words
from companion.games.ubongo import moves, ranking, rounds
from companion.games.ubongo import view as views
from companion.games.ubongo.book import book
from companion.games.ubongo.components import HOLES, ROWS, Colour, Symbol
from companion.games.ubongo.gems import deal_gems, gems_of
from companion.games.ubongo.moves import (
    Call,
    CallOrder,
    FalseCall,
    LayOut,
    Move,
    MovePawn,
    NameGem,
    NameSymbol,
    Start,
    Take,
    TimeUp,
    TurnGlass,
)
from companion.games.ubongo.refusals import why_not
from companion.games.ubongo.setup import OPTIONS, first_state
from companion.games.ubongo.setup import deal as deal_lacking
from companion.games.ubongo.state import Phase, State


class Ubongo(Game[State, Move]):
    """Calls, pawns and gems. A round ends only when time is up, even when all have called."""

    name = "ubongo"
    by_luck = frozenset({"gems"})
    seat_counts = range(2, 5)
    options = OPTIONS

    book = staticmethod(book)
    deal = staticmethod(deal_lacking)

    def start(self, setup: Setup) -> State:
        """Return the position before the first round. Raises ``BadSetup``."""
        return first_state(self, setup)

    def parse(self, state: State, seat: Seat | None, words: Words) -> Move:
        """Read a record's move. Raises ``BadMove``."""
        return moves.parse(state.seats, seat, words)

    def words(self, state: State, move: Move) -> dict[str, Json]:
        """Write a move as a record does."""
        return moves.write(state.seats, move)

    def play(self, state: State, move: Move) -> State:
        """Return the position after the move. Raises ``IllegalMove``."""
        refusal = why_not(state, move)
        if refusal is None:
            return rounds.after(state, move)
        told, reason = refusal
        if move.seat is None:
            raise IllegalMove(f"{move} is not possible now: {told}", reason=reason)
        who = f"seat {move.seat} ({state.name(move.seat)})"
        raise IllegalMove(f"{who} may not {move}: {told}", reason=reason)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield the moves that are possible now; the die's symbol is decided by luck.

        Correcting a gem after the first round has begun is not a play, and not among them.
        """
        return (move for move in _candidates(state) if why_not(state, move) is None)

    def chance(self, state: State, rng: Random) -> Move | None:
        """Return the next random event: the die, the end of the sand, a coin toss for a dead heat."""
        match state.round.phase:
            case Phase.LAYING_OUT:
                return LayOut(gems_of(deal_gems(rng)))
            case Phase.TO_ROLL:
                return Start(rng.choice(tuple(Symbol)))
            case Phase.RUNNING:
                return TimeUp()
            case Phase.TO_TURN:
                return TurnGlass()
            case Phase.TAKING:
                heat = state.next_to_take()
                return CallOrder(tuple(rng.sample(heat, len(heat)))) if len(heat) > 1 else None
            case Phase.ENDED:
                return None

    def to_move(self, state: State) -> Seat | None:
        """Return who begins the round or takes next; nobody in particular while the glass runs."""
        if state.round.phase is Phase.TO_ROLL:
            return state.starter
        if state.round.phase is Phase.TAKING and len(state.next_to_take()) == 1:
            return state.next_to_take()[0]
        return None

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the size of each seat's largest colour."""
        return tuple(ranking.strength(gems)[0] for gems in state.won)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has won, once the last round has ended."""
        if state.round.phase is not Phase.ENDED:
            return None
        return ranking.outcome(state.seats, state.won)

    def view(self, state: State, role: Role) -> dict[str, Json]:  # noqa: ARG002 - nothing is secret
        """Return the whole position, to every role alike."""
        return views.view(state)


def _candidates(state: State) -> Iterator[Move]:
    """Yield every move that could be legal in some position with these players and calls."""
    for seat in state.all_seats:
        yield from (Call(seat), Call(seat, dead_heat=True), FalseCall(seat), TimeUp(seat))
        yield from chain.from_iterable((Take(seat, row), MovePawn(seat, row)) for row in ROWS)
    if state.laid is not None:
        holes = product(ROWS, range(HOLES), Colour)
        laid = state.laid
        yield from (NameGem(*gem) for gem in holes if laid[gem[0]][gem[1]] is None)
    yield from (NameSymbol(symbol) for symbol in Symbol)
    for place in state.round.calls:
        if len(place) > 1:
            yield from (CallOrder(order) for order in permutations(place))
    yield from (TimeUp(), TurnGlass())


GAME = Ubongo()

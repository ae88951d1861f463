"""The rules: what a turn allows, what it scores, when the game ends."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import ClassVar

from companion.errors import IllegalMove, Reason
from companion.games.carcassonne_dice import moves, odds, view
from companion.games.carcassonne_dice.book import book
from companion.games.carcassonne_dice.city import clashes
from companion.games.carcassonne_dice.faces import (
    CATAPULT,
    DICE,
    KNIGHT,
    STANDARD,
    face_faults,
    read_faces,
    write_faces,
)
from companion.games.carcassonne_dice.moves import Move, Placed, SetAside, Stop, Throw
from companion.games.carcassonne_dice.placing import placements
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS, State, Terms
from companion.games.game import Game, Json, Option, Outcome, Role, Seat, Setup, Words
from companion.games.setup import check_setup


class CarcassonneDice(Game[State, Move]):
    """Nine dice, up to three throws a turn; the largest closed city scores."""

    name: ClassVar[str] = "carcassonne_dice"
    seat_counts: ClassVar[range] = range(2, 6)
    come_and_go: ClassVar[bool] = True
    options: ClassVar[Mapping[str, Option]] = {
        "target": Option("int", 42, least=1),
        "finish_round": Option("bool", default=False),
        "faces": Option("data", write_faces(STANDARD)),
    }

    book = staticmethod(book)

    def start(self, setup: Setup) -> State:
        """Return the position before the first throw."""
        faults = face_faults(setup.options["faces"]) if "faces" in setup.options else []
        options = check_setup(self, setup, more_faults=faults)
        target, finish_round = options["target"], options["finish_round"]
        assert isinstance(target, int)
        terms = Terms(target, bool(finish_round), read_faces(options["faces"]))
        return State(terms, (0,) * len(setup.seats), (False,) * len(setup.seats), Seat(1))

    def parse(self, state: State, seat: Seat | None, words: Words) -> Move:
        """Read ``throw``, ``set_aside`` or ``stop``."""
        return moves.parse(state.faces, seat, words)

    def words(self, state: State, move: Move) -> dict[str, Json]:  # noqa: ARG002 - words say it all
        """Write a move as a record does."""
        return moves.words_of(move)

    def play(self, state: State, move: Move) -> State:
        """Return the position after the move."""
        if refused := _refusal(state, move):
            why, reason = refused
            kind = {Throw: "throw", SetAside: "set aside", Stop: "stop"}[type(move)]
            raise IllegalMove(f"seat {move.seat} cannot {kind}: {why}", reason=reason)
        if isinstance(move, Throw):
            return _thrown(state, move)
        if isinstance(move, SetAside):
            return _aside(state, move)
        return _stop(state, move)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield the ways to stop, one knight set aside, and every single city die built.

        Setting aside several at once equals setting them aside one after the other.
        """
        if state.outcome is not None or state.throws == 0:
            return
        yield Stop(state.seat, "city")
        if state.may_keep_knight:
            yield Stop(state.seat, "knight")
        if state.loose_knights:
            yield SetAside(state.seat, 1, ())
        for placed in placements(state.city, state.loose, state.faces):
            yield SetAside(state.seat, 0, (placed,))

    def chance(self, state: State, rng: Random) -> Throw | None:
        """Throw all dice that may be thrown."""
        count = state.dice_to_throw
        names = state.faces.names
        thrown = sorted(rng.choices(range(len(names)), k=count))
        return Throw(state.seat, tuple(names[face] for face in thrown)) if count else None

    def to_move(self, state: State) -> Seat | None:
        """Return whose turn it is."""
        return state.seat if state.outcome is None else None

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the totals; points beyond the target stay."""
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        """Return who won: by points, or by nine catapults."""
        return state.outcome

    def view(self, state: State, role: Role) -> dict[str, Json]:  # noqa: ARG002 - nothing is secret
        """Return the whole position, for everyone."""
        return view.view(state)

    def odds(self, state: State) -> dict[str, Json] | None:
        """Return the prospects of throwing on for the seat to move, once it has thrown."""
        found = odds.odds_of(state)
        return found.to_json() if found else None


Refused = tuple[str, Reason]
"""Why a move is not allowed: exactly, and in words for a player."""


def _refusal(state: State, move: Move) -> Refused | None:
    """Why the move is not allowed now; None when it is."""
    if state.outcome is not None:
        return "the game has ended", Reason("error.carcassonne_dice.ended")
    if move.seat != state.seat:
        return f"it is the turn of seat {state.seat}", Reason("error.carcassonne_dice.turn")
    if isinstance(move, Throw):
        return _throw_refusal(state, move)
    if state.throws == 0:
        return "nothing has been thrown in this turn", Reason("error.carcassonne_dice.no_throw")
    if isinstance(move, SetAside):
        return _aside_refusal(state, move)
    if move.take == "knight" and not state.may_keep_knight:
        reason = Reason("error.carcassonne_dice.knights", {"needed": KNIGHTS, "knights": state.knights})
        return f"{KNIGHTS} knights set aside are needed to keep one, there are {state.knights}", reason
    return None


def _throw_refusal(state: State, move: Throw) -> Refused | None:
    if state.throws == THROWS:
        return f"all {THROWS} throws are made", Reason("error.carcassonne_dice.throws_made")
    expected, given = state.dice_to_throw, len(move.faces)
    if not expected:
        return "no die is left to throw", Reason("error.carcassonne_dice.no_die")
    if given != expected:
        reason = Reason("error.carcassonne_dice.count", {"expected": expected, "given": given})
        return f"{expected} dice are thrown now, not {given}", reason
    return None


def _aside_refusal(state: State, move: SetAside) -> Refused | None:
    loose = Counter(state.loose)
    if move.knights > loose[KNIGHT]:
        why = f"{move.knights} × knight set aside, but {loose[KNIGHT]} lie there"
        return why, _too_few(KNIGHT, loose[KNIGHT])
    wanted = Counter(face for _, (face, _) in move.city)
    for face, count in wanted.items():
        if face in (KNIGHT, CATAPULT):
            reason = Reason("error.carcassonne_dice.no_city", {"face": face})
            return f"a {face} builds no city", reason
        if count > loose[face]:
            return f"{count} × {face} built, but {loose[face]} lie there", _too_few(face, loose[face])
    return _building_refusal(state, move.city)


def _too_few(face: str, there: int) -> Reason:
    return Reason("error.carcassonne_dice.too_few", {"face": face, "there": there})


def _building_refusal(state: State, new: tuple[Placed, ...]) -> Refused | None:
    city = state.city
    for cell, face in new:
        where = f"the {face.face} on {list(cell)}"
        if cell in city:
            return f"{where} would lie on another die", Reason("error.carcassonne_dice.occupied")
        if clash := clashes(city, cell, face, state.faces):
            why = f"{where} does not match its neighbour at its {clash[0].side.name.lower()} edge"
            return why, Reason("error.carcassonne_dice.mismatch", {"face": face.face})
        city[cell] = face
    return None


def _thrown(state: State, move: Throw) -> State:
    catapults = state.catapults + move.faces.count(CATAPULT)
    loose = tuple(face for face in move.faces if face != CATAPULT)
    after = replace(state, throws=state.throws + 1, loose=loose, catapults=catapults)
    if catapults == DICE:
        return replace(after, outcome=Outcome((state.seat,), "nine catapults in one turn"))
    return after


def _aside(state: State, move: SetAside) -> State:
    gone = Counter({KNIGHT: move.knights}) + Counter(face for _, (face, _) in move.city)
    left = Counter(state.loose) - gone
    loose = tuple(face for face in state.faces.names for _ in range(left[face]))
    built = tuple(sorted((*state.built, *move.city)))
    return replace(state, loose=loose, knights=state.knights + move.knights, built=built)


def _stop(state: State, move: Stop) -> State:
    here = state.seat - 1
    gained = state.points_now if move.take == "city" else 0
    scores = (*state.scores[:here], state.scores[here] + gained, *state.scores[here + 1 :])
    outcome = _outcome(state.terms, scores, state.seat)
    if outcome:
        return replace(state, scores=scores, outcome=outcome)
    kept = (*state.kept[:here], move.take == "knight", *state.kept[here + 1 :])
    return State(state.terms, scores, kept, Seat(state.seat % len(scores) + 1))


def _outcome(terms: Terms, scores: tuple[int, ...], stopped: Seat) -> Outcome | None:
    best = max(scores)
    if best < terms.target or (terms.finish_round and stopped < len(scores)):
        return None
    winners = tuple(Seat(number) for number, score in enumerate(scores, 1) if score == best)
    why = "most points after the last round" if terms.finish_round else f"{terms.target} points reached"
    return Outcome(winners, why)


GAME = CarcassonneDice()

"""The rules: what a turn allows, what it scores, when the game ends."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import ClassVar

from companion.errors import IllegalMove
from companion.games.game import Game, Json, Option, Outcome, Role, Seat, Setup, Words
from companion.games.setup import check_setup
from companion.games.yacht import moves, odds, view
from companion.games.yacht.book import book
from companion.games.yacht.moves import Move, Score, Throw
from companion.games.yacht.scoring import Terms
from companion.games.yacht.sheets import DICE, FACES, SHEETS, YACHT
from companion.games.yacht.state import THROWS, State


class Yacht(Game[State, Move]):
    """Five dice, up to three throws a turn, one box of the sheet filled in each; most points win."""

    name: ClassVar[str] = "yacht"
    seat_counts: ClassVar[range] = range(1, 9)
    come_and_go: ClassVar[bool] = True
    options: ClassVar[Mapping[str, Option]] = {
        "sheet": Option("choice", YACHT.name, choices=tuple(SHEETS)),
        "extra_bonus": Option("bool", default=False),
    }

    book = staticmethod(book)

    def start(self, setup: Setup) -> State:
        """Return the position before the first throw."""
        options = check_setup(self, setup, more_faults=_faults(setup.options))
        terms = Terms(str(options["sheet"]), bool(options["extra_bonus"]))
        seats, boxes = len(setup.seats), len(terms.sheet.boxes)
        return State(terms, ((None,) * boxes,) * seats, (0,) * seats, Seat(1))

    def parse(self, state: State, seat: Seat | None, words: Words) -> Move:
        """Read ``throw`` or ``score``."""
        return moves.parse(state.sheet, seat, words)

    def words(self, state: State, move: Move) -> dict[str, Json]:  # noqa: ARG002 - words say it all
        """Write a move as a record does."""
        return moves.words_of(move)

    def play(self, state: State, move: Move) -> State:
        """Return the position after the move."""
        if reason := _refusal(state, move):
            kind = "throw" if isinstance(move, Throw) else "score"
            raise IllegalMove(f"seat {move.seat} cannot {kind}: {reason}")
        if isinstance(move, Throw):
            lying = tuple(sorted((*move.kept, *move.faces)))
            return replace(state, throws=state.throws + 1, lying=lying, kept=move.kept)
        return _score(state, move)

    def legal_moves(self, state: State) -> Iterator[Score]:
        """Yield the boxes that may be filled. The result of throwing again is luck: see ``chance``."""
        for box in state.options:
            yield Score(state.seat, box)

    def chance(self, state: State, rng: Random) -> Throw | None:
        """Throw all five dice. Throwing fewer is a player's decision: see ``throw_again``."""
        return throw_again(state, (), rng) if state.may_throw else None

    def to_move(self, state: State) -> Seat | None:
        """Return whose turn it is."""
        return state.seat if state.outcome is None else None

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the totals, with all bonuses that are reached."""
        return state.totals

    def outcome(self, state: State) -> Outcome | None:
        """Return who won, once every seat has filled every box."""
        return state.outcome

    def view(self, state: State, role: Role) -> dict[str, Json]:  # noqa: ARG002 - nothing is secret
        """Return the whole position, for everyone."""
        return view.view(state)

    def odds(self, state: State) -> dict[str, Json] | None:
        """Return the value of every way to go on for the seat to move, once it has thrown."""
        found = odds.advice(state)
        return odds.to_json(found) if found else None


def throw_again(state: State, kept: tuple[str, ...], rng: Random) -> Throw:
    """Return the throw of all dice except those kept, decided by luck."""
    faces = sorted(rng.choices(FACES, k=DICE - len(kept)))
    return Throw(state.seat, tuple(faces), tuple(sorted(kept)))


def _faults(options: Mapping[str, Json]) -> list[str]:
    sheet = SHEETS.get(str(options.get("sheet", YACHT.name)))
    if options.get("extra_bonus") is True and sheet is not None and sheet.five_alike is None:
        return [f"option 'extra_bonus' is True, the sheet {sheet.name!r} has none"]
    return []


def _refusal(state: State, move: Move) -> str | None:
    """Why the move is not allowed now; None when it is."""
    if state.outcome is not None:
        return "the game has ended"
    if move.seat != state.seat:
        return f"it is the turn of seat {state.seat}"
    return _throw_refusal(state, move) if isinstance(move, Throw) else _score_refusal(state, move)


def _throw_refusal(state: State, move: Throw) -> str | None:
    if state.throws == THROWS:
        return f"all {THROWS} throws are made"
    if not move.faces:
        return "at least one die must be thrown"
    lying = Counter(state.lying)
    for face, count in sorted(Counter(move.kept).items()):
        if count > lying[face]:
            return f"{count} × {face} kept, but {lying[face]} lie there"
    if len(move.faces) + len(move.kept) != DICE:
        return f"{len(move.kept)} kept and {len(move.faces)} thrown are not {DICE} dice"
    return None


def _score_refusal(state: State, move: Score) -> str | None:
    if state.throws == 0:
        return "nothing has been thrown in this turn"
    number = state.sheet.names.index(move.box)
    if state.row[number] is not None:
        return f"{move.box} is filled already"
    if move.box not in state.options:
        return f"five alike are a joker now, it goes to {' or '.join(state.options)}"
    return None


def _score(state: State, move: Score) -> State:
    here, number = state.seat - 1, state.sheet.names.index(move.box)
    row = (*state.row[:number], state.options[move.box], *state.row[number + 1 :])
    rows = (*state.rows[:here], row, *state.rows[here + 1 :])
    extra = (*state.extra[:here], state.extra[here] + state.extra_now, *state.extra[here + 1 :])
    if any(None in each for each in rows):
        return State(state.terms, rows, extra, Seat(state.seat % len(rows) + 1))
    ended = replace(state, rows=rows, extra=extra)
    return replace(ended, outcome=_outcome(ended.totals))


def _outcome(totals: tuple[int, ...]) -> Outcome:
    best = max(totals)
    winners = tuple(Seat(number) for number, points in enumerate(totals, 1) if points == best)
    why = f"most points: {best}" if len(winners) == 1 else f"shared at {best} points"
    return Outcome(winners, why)


GAME = Yacht()

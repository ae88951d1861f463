"""People who play Ubongo as people do: gems put back, one too many, a hand that rests over the board, a
false call, gems taken in the last second or after it. The evening learns what they meant; the table has
to find out by looking.
"""

from collections.abc import Callable
from typing import Final

from companion.games.game import Seat
from companion.games.ubongo.components import ROWS, Row, Symbol
from companion.games.ubongo.moves import FalseCall, Take
from companion.games.ubongo.refusals import why_not
from companion.games.ubongo.rounds import GEMS_OF_A_TAKE
from companion.games.ubongo.state import State
from companion.simulation.disturbances import Disturbances
from companion.simulation.evening import Evening
from companion.simulation.games.ubongo.player import TAKES_S, Player
from companion.simulation.games.ubongo.tabletop import Tabletop, Taken
from companion.simulation.habits import Luck, Mishap
from vision.errors import NoRoom
from vision.readings.places import PointMm
from vision.workshop.simulation.table import SimulatedTable

_SLOW_S: Final = 10.0
"""Longest time for second thoughts and their reading, apart from hands that rest meanwhile."""
_BEFORE_THE_END_S: Final = (2.8, 4.5)
"""Shortest and longest time from the last call to the end of the sand, if somebody takes gems in the
last second."""
_AFTER_THE_END_S: Final = (0.3, 3.0)
_BETWEEN_S: Final = (0.5, 2.0)
"""Shortest and longest time from one gem of a take to the other, if they are taken one by one."""
_ROLLED_AT: Final = ((0.1, 0.9), (0.86, 0.93))
_CUPS_AT: Final = (-4.6, 14.2)
"""The columns, counted on beyond the board's edges, where cups stand."""
_BRUSHED_MM: Final = 7.0
_BRUSHED_DEG: Final = 20.0


class HumanPlayer(Player):
    """Plays as the bot decides, with hands that have these habits."""

    def __init__(self, simulated: SimulatedTable, luck: Luck) -> None:
        super().__init__(simulated, luck.rng)
        self._simulated = simulated
        self._luck = luck
        self._around = GemDisturbances(simulated, luck, self.top)
        self._late: Taken = ()

    def roll(self) -> Symbol:
        """Roll the die, anywhere below the board."""
        self._around.happen()
        if self._luck.has(Mishap.ANYWHERE):
            x, y = (self._luck.rng.uniform(*span) for span in _ROLLED_AT)
            try:
                return Symbol(self.top.roll((x, y)))
            except NoRoom:
                pass
        return super().roll()

    def solved(self, evening: Evening, solvers: list[Seat], ends: float) -> None:
        """Let these players call and take as people do, as long as there is time."""
        while solvers and self._left(ends) >= TAKES_S + self._luck.habits.rests_s:
            seat = solvers.pop(0)
            self.think(evening)
            self._call_falsely(evening, solvers, ends)
            self.call(evening, seat)
            if not evening.state.round.taken:
                self.show(evening, ends, filled=not self._luck.has(Mishap.FALSE_CALL))
            also = self._calls_too(evening, solvers, ends)
            row = self.chosen(evening, seat)
            self._second_thoughts(evening, seat, row, ends)
            self.take(evening, seat, row)
            if self._has_time(ends):
                self._around.happen()
            if also is not None:
                self.take(evening, also, self.chosen(evening, also))
            self.seen(evening)
        self._at_the_end(evening, solvers)

    def take(self, evening: Evening, seat: Seat, row: Row) -> None:
        """Take the gems of a row, the pawn before them or after."""
        late_pawn = self._luck.has(Mishap.LATE_PAWN)
        if not late_pawn:
            self.top.set_pawn(seat, row)
        if self._luck.has(Mishap.PIECEMEAL):
            self.top.take(seat, row, 1)
            self._simulated.wait(self._luck.rng.uniform(*_BETWEEN_S))
            self.top.take(seat, row, GEMS_OF_A_TAKE - 1)
        else:
            self.top.take(seat, row, GEMS_OF_A_TAKE)
        if late_pawn:
            self.top.set_pawn(seat, row)
        evening.play(Take(seat, row))

    # What goes wrong.

    def _call_falsely(self, evening: Evening, solvers: list[Seat], ends: float) -> None:
        if solvers and self._has_time(ends) and self._luck.has(Mishap.FALSE_CALL):
            self.call(evening, solvers[-1])
            self._simulated.wait(self._luck.rng.uniform(0.5, 3.0))
            evening.look()
            evening.tap(FalseCall(solvers[-1]))

    def _second_thoughts(self, evening: Evening, seat: Seat, row: Row, ends: float) -> None:
        """Take something that may not be taken, and put it back."""
        for mishap, act in (
            (Mishap.WRONG_PLACE, self._take_elsewhere),
            (Mishap.GRABBED, self._take_too_many),
            (Mishap.PICKED_UP, self._lift_one),
        ):
            if self._has_time(ends) and self._luck.has(mishap):
                act(evening, seat, row)

    def _take_elsewhere(self, evening: Evening, seat: Seat, row: Row) -> None:  # noqa: ARG002
        """Make a mistake: take from a row that is out of reach, and put it back."""
        state: State = evening.state
        wrong = [far for far in ROWS if state.gems[far] and not _may_be_taken(state, far)]
        if wrong:
            self._and_back(evening, seat, self._luck.rng.choice(wrong), GEMS_OF_A_TAKE)

    def _take_too_many(self, evening: Evening, seat: Seat, row: Row) -> None:
        """Take three, and put them back."""
        if len(evening.state.gems[row]) > GEMS_OF_A_TAKE and _is_alone(evening.state, seat):
            self._and_back(evening, seat, row, GEMS_OF_A_TAKE + 1)

    def _lift_one(self, evening: Evening, seat: Seat, row: Row) -> None:
        """Take up a gem that is not the nearest of its row, and put it back."""
        state: State = evening.state
        rows = [row for row in ROWS if len(state.gems[row]) > 1]
        if rows:
            row = self._luck.rng.choice(rows)
            number = self._luck.rng.randrange(1, len(state.gems[row]))
            self._and_back(evening, seat, row, 1, beyond=number)

    def _and_back(self, evening: Evening, seat: Seat, row: Row, count: int, beyond: int = 0) -> None:
        taken = self.top.take(seat, row, count, beyond)
        self._around.happen()
        evening.look(building=True)
        self.top.put_back(taken)

    def _calls_too(self, evening: Evening, solvers: list[Seat], ends: float) -> Seat | None:
        """Let another player call soon after, and take gems before anything was read; return who."""
        if not solvers or not self._has_time(ends) or not self._luck.has(Mishap.TWO_AT_ONCE):
            return None
        seat = solvers.pop(0)
        self._simulated.wait(self._luck.rng.uniform(*_BETWEEN_S))
        evening.look()
        self.call(evening, seat)
        return seat

    def _at_the_end(self, evening: Evening, solvers: list[Seat]) -> None:
        """Let one more player take gems just before the sand runs out, or too late, after it."""
        ends = evening.next_due
        if not solvers or ends is None:
            return
        if self._luck.has(Mishap.LAST_SECOND):
            act: Callable[[Evening, Seat, float], None] = self._take_at_last
        elif self._luck.has(Mishap.TOO_LATE):
            act = self._take_too_late
        else:
            return
        calls_at = ends - self._luck.rng.uniform(*_BEFORE_THE_END_S)
        if calls_at > self._simulated.now:
            self._simulated.wait(calls_at - self._simulated.now)
            evening.look()
            self.call(evening, solvers[0])
            act(evening, solvers[0], ends)

    def _take_at_last(self, evening: Evening, seat: Seat, ends: float) -> None:  # noqa: ARG002
        """Take just before the end; a hand that is at work then still counts as in time."""
        row = self.chosen(evening, seat)
        self.top.take(seat, row, GEMS_OF_A_TAKE)
        evening.play(Take(seat, row))

    def _take_too_late(self, evening: Evening, seat: Seat, ends: float) -> None:
        """Take gems after the sand has run out; the table says so."""
        row = self.chosen(evening, seat)
        late = ends - self._simulated.now + self._luck.rng.uniform(*_AFTER_THE_END_S)
        self._simulated.wait(late)
        self._late = self.top.take(seat, row, GEMS_OF_A_TAKE)

    def after_the_end(self, evening: Evening) -> None:
        """Put back the gems that were taken too late."""
        if self._late:
            self.top.put_back(self._late)
            self._late = ()
            evening.look()
            evening.check("put back")

    def _left(self, ends: float) -> float:
        return ends - self._simulated.now

    def _has_time(self, ends: float) -> bool:
        """Tell whether there is time for a mishap and for the take as well."""
        return self._left(ends) > TAKES_S + _SLOW_S + self._luck.habits.rests_s


class GemDisturbances(Disturbances):
    """Events around a gem board: cups at its sides, sleeves that push won gems."""

    def __init__(self, simulated: SimulatedTable, luck: Luck, top: Tabletop) -> None:
        super().__init__(simulated, luck)
        self._top = top

    @property
    def cups_at(self) -> tuple[PointMm, ...]:
        """The places where cups are put down: at the sides of the board, perhaps a little on it."""
        board = self._top.tokens.board
        assert board is not None
        middle = (board.make.grid[1] - 1) / 2
        return tuple(board.place_mm(column, middle) for column in _CUPS_AT)

    def brush(self) -> None:
        """Let a sleeve push a gem that was won."""
        if won := self._top.won():
            way, turn = self._luck.way(_BRUSHED_MM), self._luck.turn(_BRUSHED_DEG)
            self._top.tokens.push(self._luck.rng.choice(won).id, way, turn)

    def places(self) -> list[PointMm]:
        """Return where gems and the die lie."""
        return self._top.places_mm()


def _may_be_taken(state: State, row: Row) -> bool:
    """Tell whether anybody may take from a row now."""
    return any(why_not(state, Take(seat, row)) is None for seat in state.all_seats)


def _is_alone(state: State, seat: Seat) -> bool:
    """Tell whether only this player may take now."""
    return all(other == seat or other in state.round.taken for other in state.called)

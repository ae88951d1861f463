"""A player of Ubongo at a table: the bot solves the puzzles, real pieces do everything else."""

from random import Random
from typing import Final

from companion.games.game import Seat
from companion.games.ubongo.components import Row, Symbol
from companion.games.ubongo.gems import deal_gems, gems_of, whole_board
from companion.games.ubongo.moves import Call, LayOut, Start, Take, TimeUp, TurnGlass
from companion.games.ubongo.rounds import GEMS_OF_A_TAKE
from companion.games.ubongo.state import Phase, State
from companion.simulation.evening import Evening
from companion.simulation.evening import Player as AnyPlayer
from companion.simulation.games.ubongo.tabletop import Tabletop
from vision.workshop.simulation.table import SimulatedTable

AT_BOX: Final = (1, 3)
"""The seats that have a call button; the others call by phone."""
SOLVES_AFTER_S: Final = (2.0, 5.0)
"""Shortest and longest time between calls: less than the bot's puzzles take, so that everyone's hands
have time before the sand is through."""
TAKES_S: Final = 9.0
"""Upper bound of the time in which a caller's pawn and gems are moved and read."""
SHOWS_S: Final = 12.0
"""Upper bound of the time in which a puzzle is shown, read and taken away."""
LATE_S: Final = 0.5
_UNCLEAR: Final = ("ubongo.puzzle.unclear",)
FILLED_CODES: Final = (("ubongo.puzzle.filled", "ubongo.puzzle.filled_with"), _UNCLEAR)
BARE_CODES: Final = (("ubongo.puzzle.bare",), _UNCLEAR)
"""Correct codes for a filled puzzle, an unfilled one, and an unclear one."""


class Player(AnyPlayer):
    """Rolls, calls, moves pawns and takes gems, one round at a time."""

    def __init__(self, simulated: SimulatedTable, rng: Random) -> None:
        self.top = Tabletop(simulated, rng)
        self._rng = rng

    def lay(self, state: State) -> None:
        """Lay out the board of a game under way; gems still unknown lie in any order."""
        gems = state.gems
        if state.laid is not None:
            gems = whole_board(state.laid) or gems_of(deal_gems(self._rng))
        self.top.lay_out(state, gems)

    def turn(self, evening: Evening) -> None:
        """Play one round; before the first one, let the board be read."""
        state: State = evening.state
        match state.round.phase:
            case Phase.LAYING_OUT:
                evening.play(LayOut(gems_of(self.top.rows())))
                evening.look()
                evening.check("gems")
            case Phase.TO_ROLL:
                self._roll(evening)
                self._race(evening)
            case Phase.TO_TURN:
                evening.tap(TurnGlass())
                self._race(evening)
            case _:
                raise AssertionError(f"no turn begins with {state.round.phase}")

    def roll(self) -> Symbol:
        """Roll the die; return its symbol."""
        return Symbol(self.top.roll())

    def _roll(self, evening: Evening) -> None:
        evening.play(Start(self.roll()))
        evening.look()
        evening.check("start")

    def _race(self, evening: Evening) -> None:
        """Let each player who solves the puzzle call and take gems, until the sand runs out."""
        state: State = evening.state
        ends = self._sand_ends(evening)
        solvers = [seat for seat in state.all_seats if self._solves(evening, seat)]
        self.solved(evening, self._rng.sample(solvers, len(solvers)), ends)
        self.top.simulated.wait(max(0.0, ends - self.top.simulated.now) + LATE_S)
        if evening.state.round.phase is Phase.RUNNING:
            evening.play(TimeUp())
        evening.look()
        evening.check("time up")
        self.after_the_end(evening)

    def _sand_ends(self, evening: Evening) -> float:
        """Return when the glass that the table shows is through; it may have turned a while ago."""
        state: State = evening.state
        ends = self.top.simulated.now + min(state.seconds)
        return ends if evening.next_due is None else min(ends, evening.next_due)

    def after_the_end(self, evening: Evening) -> None:
        """Do the remaining actions after the sand has run out."""

    def solved(self, evening: Evening, solvers: list[Seat], ends: float) -> None:
        """Let these players call and take, one after the other, as long as there is time.

        ``ends``: when the sand will run out, or a little later, in seconds of the table's clock.
        """
        for number, seat in enumerate(solvers):
            if ends - self.top.simulated.now < TAKES_S:
                break
            self.think(evening)
            self.call(evening, seat)
            if number == 0:
                self.show(evening, ends)
            self.take(evening, seat, self.chosen(evening, seat))
            self.seen(evening)

    def think(self, evening: Evening) -> None:
        """Let time pass until the next player has solved the puzzle."""
        self.top.simulated.wait(self._rng.uniform(*SOLVES_AFTER_S))
        evening.look()

    def call(self, evening: Evening, seat: Seat) -> None:
        """Press the call button, or call by phone."""
        if evening.has_box and seat in AT_BOX:
            evening.at_box(Call(seat), [f"call-{seat}"])
        else:
            evening.tap(Call(seat))

    def show(self, evening: Evening, ends: float, *, filled: bool = True) -> None:
        """Show the solved puzzle to the camera, if there is time for it."""
        if ends - self.top.simulated.now < TAKES_S + SHOWS_S:
            return
        self.top.show_puzzle(evening.state, filled=filled)
        evening.look()
        evening.expect_notice(*(FILLED_CODES if filled else BARE_CODES))
        self.top.take_puzzle()
        evening.look()

    def chosen(self, evening: Evening, seat: Seat) -> Row:
        """Return the row that the bot would take from."""
        take = evening.bot.choose(evening.state, seat, evening.rng)
        assert isinstance(take, Take)
        return take.row

    def take(self, evening: Evening, seat: Seat, row: Row) -> None:
        """Move the pawn and take the two nearest gems of its row."""
        if row != evening.state.pawn(seat):
            self.top.set_pawn(seat, row)
        self.top.take(seat, row, GEMS_OF_A_TAKE)
        evening.play(Take(seat, row))

    def seen(self, evening: Evening) -> None:
        """Let the table see what was taken; the sand may be through before that is accepted or asked.

        Unless each take is followed it is read, and compared, once the sand is through.
        """
        runs = evening.next_due is not None
        for done in (False, True):
            evening.look(building=not done)
            if runs and evening.next_due is None and evening.state.round.phase is Phase.RUNNING:
                evening.play(TimeUp())
        if evening.state.late_takes or evening.options.get("follow_takes"):
            evening.check("take")

    def _solves(self, evening: Evening, seat: Seat) -> bool:
        return isinstance(evening.bot.choose(evening.state, seat, evening.rng), Call)

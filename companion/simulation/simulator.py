"""The hands at the simulated table, moved by the simulator page."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Lock
from typing import Any

from companion.errors import BadHandling
from companion.simulation.habits import TIDY, Luck
from companion.simulation.hands import PLAIN_COUNT, Hands, hands_of, has_hands, set_table
from companion.simulation.left_lying import LeftLying
from companion.simulation.shapes import board_shape, token_shape
from companion.table.shapes.values import JsonObject
from companion.table.table import Table
from vision.errors import VisionError
from vision.workshop.simulation.boards.play import SimulatedBoard
from vision.workshop.simulation.dice.things import TableDie
from vision.workshop.simulation.stage import dice_read_with
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import SimulatedTokens
from vision.workshop.simulation.tokens.puzzles import PuzzleToLay

_THROWN_AT = (0.5, 0.5)
"""About where stones come to lie, in fractions of the picture."""


class Simulator:
    """The hands that move the simulated table, for its page. Places are fractions 0…1 of the picture.

    Anything impossible at the table raises BadHandling.
    """

    def __init__(self, simulated: SimulatedTable, left: LeftLying | None = None) -> None:
        """``left`` knows what lay there when the table was stopped, and stores what lies there now."""
        self._simulated = simulated
        self._left = left or LeftLying()
        self._table: Table | None = None
        self._sets: dict[str, str] = {}
        self._is_laid = False
        # A reader that was given up may still be laying out pieces when the next one begins, and people
        # throw meanwhile.
        self._laying = Lock()
        self._rolling_until = 0.0
        self._luck = Random()

    def follow(self, table: Table) -> None:
        """Throw what the game at this table wants; lay out a game under way whose board is not read
        yet."""
        self._table = table
        if not table.sets.in_use:
            self.begin()

    def use_set(self, kind: str, name: str) -> None:
        """Lay out the pieces that this set reads, dice or a board; others are put away.

        Teaching it with other dice changes nothing.

        The first time, what lay there when the table was stopped is laid out again; a board that is laid
        again shows the state of the game.
        """
        self._sets[kind] = name
        with self._laying:
            before = self._laid()
            self._set_table(self._sets.get("board"))
            style = dice_read_with(name) if kind == "dice" else None
            if style is not None and self._simulated.style != style:
                self._simulated.use(style)
            is_first, self._is_laid = not self._is_laid, True
            if (
                is_first
                and self._plays_with_dice
                and (self._is_thrown() or self._left.lay_again(self._simulated))
            ):
                return
            if is_first or self._laid() != before:
                self._lay_again()

    def _is_thrown(self) -> bool:
        """Tell whether somebody has thrown already: people are sometimes faster than the reader."""
        return bool(self._simulated.truth(self._simulated.busy_until))

    def begin(self) -> None:
        """Put away the things that another game left lying: if nothing of the game is read yet, no set
        says which."""
        with self._laying:
            before = self._laid()
            self._set_table(None if self._table is None else self._table.sets.in_use.get("board"))
            if self._laid() != before:
                self._lay_again()

    def _set_table(self, board_set: str | None) -> None:
        """Lay out the board or the tokens that the game is played with; put others away."""
        hands, state = self._game()
        set_table(self._simulated, hands, state, board_set)

    def _laid(self) -> tuple[SimulatedBoard | None, SimulatedTokens | None]:
        """Return the board and the tokens lying there; after a new layout they are other ones."""
        return self._simulated.board, self._simulated.tokens

    @property
    def _plays_with_dice(self) -> bool:
        return self._laid() == (None, None)

    def _keep_dice(self) -> None:
        """Keep where the dice will lie once all requested moves are done."""
        if self._plays_with_dice:
            self._left.keep(self._simulated.truth(self._simulated.busy_until))

    def _lay_again(self) -> None:
        """Lay the pieces of a game under way as the rules have them."""
        hands, state = self._game()
        if hands is not None:
            hands.player(self._simulated, Luck(TIDY, Random())).lay(state)

    def table(self) -> JsonObject:
        """Return what lies there: ``laid``: by a hand since it was thrown; ``stayed``: when others were
        thrown; ``busy`` while hands are at work."""
        dice = self._simulated.truth()
        last = max((die.throw for die in dice), default=0)
        return {
            "dice": [_die_shape(die, last) for die in dice],
            "board": self._board_shape(),
            "tokens": self._token_shape(),
            "surface": self._simulated.surface,
            "surfaces": list(self._simulated.surfaces),
            "lamps": self._simulated.lamps,
            "can_throw": self._to_throw() != 0,
            "busy": self._simulated.is_busy,
        }

    def _board_shape(self) -> JsonObject | None:
        board, (hands, state) = self._simulated.board, self._game()
        if board is None:
            return None
        return board_shape(board, () if hands is None else hands.to_lay(state))

    def _token_shape(self) -> JsonObject | None:
        tokens = self._simulated.tokens
        return None if tokens is None else token_shape(tokens, self._stones())

    def _stones(self) -> Sequence[tuple[str, str]]:
        hands, state = self._game()
        return () if hands is None else hands.stones(state)

    def _puzzle(self) -> PuzzleToLay | None:
        hands, state = self._game()
        return None if hands is None else hands.puzzle(state, self._luck)

    def throw(self, count: int | None = None) -> None:
        """Throw the dice that the game asks for, or this many; do nothing while dice roll."""
        with self._laying:  # if two people throw at the same moment, one finds the dice rolling
            if self._simulated.is_busy and self._simulated.busy_until == self._rolling_until:
                raise BadHandling("the dice are rolling", hint="Wait until they lie still.")
            with _said():
                self._simulated.throw(count=self._count_wanted() if count is None else count)
            self._rolling_until = self._simulated.busy_until
            self._keep_dice()

    def _count_wanted(self) -> int:
        """How many dice to throw if nobody says it; dice in their way are taken off the table."""
        (hands, _), wanted, lying = self._game(), self._to_throw(), len(self._simulated.truth())
        if wanted is None or hands is None or lying + wanted > hands.most_dice:
            self._simulated.clear()
        return PLAIN_COUNT if wanted is None else wanted

    def _to_throw(self) -> int | None:
        hands, state = self._game()
        return None if hands is None else hands.to_throw(state)

    def _game(self) -> tuple[Hands | None, Any]:
        """Return the hands of the game that is played, and its state; None if there are no such."""
        position = None if self._table is None else self._table.position
        if position is None:
            return None, None
        game = position.setup.game
        return hands_of(game).HANDS if has_hands(game) else None, position.state

    def drag(self, die: int, to: tuple[float, float], turn_deg: float, snap: bool) -> None:
        """Lift a die and set it down there, turned by this angle; ``snap`` aligns it with a
        neighbour."""
        with _said():
            self._simulated.drag(die, to, turn_deg, snap=snap)
            self._keep_dice()

    def remove(self, dice: list[int]) -> None:
        """Take dice off the table (passed on, or back into the hand)."""
        with _said():
            self._simulated.lift(dice)
            self._keep_dice()

    def clear(self) -> None:
        """Take every die off the table; lay out a board as the game now stands."""
        with _said():
            if self._simulated.board is not None or self._simulated.tokens is not None:
                self._lay_again()
            else:
                self._simulated.clear()
                self._keep_dice()

    # A board's pieces.

    def lay(self, labels: Sequence[str], to: tuple[float, float], turns: int, snap: bool) -> None:
        """Bring a board's piece, by the labels of its parts, and lay it with its middle there.

        ``turns``: quarter turns clockwise against the board; ``snap``: squarely on the nearest cells.
        """
        with _said():
            board = self._simulated.need_board()
            if tuple(labels) not in board.kit.slabs:
                raise LookupError(f"there is no piece {' '.join(labels)}")
            board.lay((labels, board.placing(to, len(labels), turns, snap=snap)))

    def shift(self, piece: int, to: tuple[float, float], turns: int, snap: bool) -> None:
        """Take a piece up and lay it there, as ``lay`` does."""
        with _said():
            board = self._simulated.need_board()
            length = next((len(s.slab.labels) for s in board.truth().slabs if s.id == piece), 1)
            board.move(piece, board.placing(to, length, turns, snap=snap))

    def stand(self, pawn: int, to: tuple[float, float]) -> None:
        """Set a pawn down on the cell there."""
        with _said():
            board = self._simulated.need_board()
            board.set_pawn(pawn, board.placing(to, 1, 0, snap=True).first)

    def take_away(self, pieces: Sequence[int], pawns: Sequence[int]) -> None:
        """Take pieces and pawns off the board."""
        with _said():
            board = self._simulated.need_board()
            for number in (*pieces, *pawns):
                board.take(number)

    # Tokens.

    def throw_stones(self) -> None:
        """Pick up the stones lying there, and throw those that the game wants thrown."""
        with _said():
            tokens, stones = self._simulated.need_tokens(), self._stones()
            if not stones:
                raise LookupError("no stones are to be thrown now")
            lying = [each.id for each in tokens.truth(self._simulated.busy_until)]
            tokens.carry_off([token for token in lying if tokens.is_stone(token)])
            tokens.throw([self._luck.choice(faces) for faces in stones], tokens.at_mm(_THROWN_AT))

    def move_token(self, token: int, to: tuple[float, float]) -> None:
        """Take a token or pawn up and set it down there: in the nearby hole, or on the nearby field."""
        with _said():
            tokens = self._simulated.need_tokens()
            tokens.move(token, tokens.at_mm(to))

    def take_tokens(self, tokens: Sequence[int], seat: int | None) -> None:
        """Take tokens, and lay them before that seat's player; None: take them off the table."""
        with _said():
            if seat is None:
                self._simulated.need_tokens().carry_off(tokens)
            else:
                self._simulated.need_tokens().take(tokens, seat - 1)

    def lay_puzzle(self, filled: bool) -> None:
        """Lay another puzzle's sheet, with its pieces beside it or filling it."""
        with _said():
            tokens, puzzle = self._simulated.need_tokens(), self._puzzle()
            if puzzle is None:
                raise LookupError("no puzzles are solved in this game")
            tokens.lay_puzzle(puzzle, filled=filled)

    def move_part(self, part: int, to: tuple[float, float], turns: int, flip: bool) -> None:
        """Take up a puzzle's sheet or piece, turn it by this many quarters or flip it, and set it down
        there, aligned with nearby squares."""
        with _said():
            puzzle = self._simulated.need_tokens().puzzle
            puzzle.move(part, puzzle.at_mm(to), turns, flip=flip)

    def put_puzzle_away(self) -> None:
        """Take the puzzle off the table."""
        with _said():
            self._simulated.need_tokens().puzzle.take_away()

    def hand(self, over_table: bool) -> None:
        """Hold a hand over the table, or take it away."""
        self._simulated.hand(over_table)

    def dress(self, surface: str) -> None:
        """Change what covers the table."""
        with _said():
            self._simulated.dress(surface)


@contextmanager
def _said() -> Iterator[None]:
    """Make the table report the simulated table's complaint."""
    try:
        yield
    except (VisionError, LookupError) as error:
        raise BadHandling(str(error), hint=getattr(error, "hint", "")) from error


def _die_shape(die: TableDie, last_throw: int) -> JsonObject:
    return {
        "id": die.id,
        "face": die.face,
        "centre": die.centre,
        "corners": list(die.corners),
        "angle": die.picture_angle_deg,
        "at_rest": die.at_rest,
        "laid": die.is_laid,
        "stayed": die.throw < last_throw,
    }

"""A game's place at the table: all of it that is not rules.

A game that uses the camera, the clock or the box has a folder here, ``plays/<game>/``, whose module
``play`` holds a ``Play`` as ``PLAY``. A game without a folder is played by tap alone, by the defaults of
``Play``. A play changes nothing and keeps nothing: it is asked about a position. Simulated hands are in
``companion/simulation/games/<game>/``, loaded only by simulator and demo.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.devices.device import DARK, Press, Signals
from companion.devices.hourglass import Sand, shown
from companion.devices.picking import Asked
from companion.games.game import Game, Seat, Setup
from companion.games.history import History, Step
from companion.games.record import name_of
from companion.table.plays.drawing import Seated, Word
from companion.table.plays.misread_cells import MisreadCell
from companion.table.plays.verdict import Choice, JsonObject, MemoryT, Say, Verdict
from companion.table.storage.chapter import By
from companion.table.tracking.beam import Tells
from vision.dice.sets import DiceSet
from vision.reading import DiceReading, Die, Reading

StateT = TypeVar("StateT")

Readings = Mapping[str, Reading]
"""The readings of one look at the table, by kind: ``dice``, ``board``, ``tokens``."""


@dataclass(frozen=True)
class Position(Generic[StateT]):
    """A game's state, its players and, if known, how it came about.

    ``is_older_seen``: what is to be weighed was seen before the last move was made, and not since;
    ``is_left_over``: it lay there before the game began; ``lay_as_accepted``: it lay there when the last
    move was accepted. ``unsettled``: the kinds of pieces that are still being read: their readings so
    far are given, and may change.
    """

    game: Game[StateT, Any]
    setup: Setup
    state: StateT
    history: History | None = field(default=None, compare=False, repr=False)
    is_older_seen: bool = False
    is_left_over: bool = False
    lay_as_accepted: bool = False
    unsettled: frozenset[str] = frozenset()

    @property
    def mover(self) -> str | None:
        """The name of the player whose move it is; None if nobody in particular is awaited."""
        seat = self.game.to_move(self.state)
        return None if seat is None else name_of(self.setup, seat)

    @property
    def has_ended(self) -> bool:
        """Whether the game is over."""
        return self.game.outcome(self.state) is not None


@dataclass(frozen=True)
class Timer:
    """Time that runs in a position: ``moves`` are made when ``seconds`` have passed.

    It goes on as long as later positions name the same ``key``; their ``seconds`` also count from its
    beginning.
    """

    key: str
    seconds: float
    moves: tuple[JsonObject, ...]


@dataclass(frozen=True)
class Shown(Generic[StateT]):
    """A state that is told for so many ``seconds`` before the next one is; it is never played on."""

    state: StateT
    seconds: float


@dataclass(frozen=True)
class Happened:
    """A move, its cause, and when it happened, in seconds of the table's clock."""

    words: JsonObject
    by: By
    at: float


@dataclass(frozen=True)
class Awaiting:
    """A position as pages know it, whose turn it is, and who reads the text of its task.

    ``reader``: the player who reads it; None: all. ``is_own``: the game waits for that player.
    """

    view: JsonObject
    mover: str | None
    may: Sequence[str] = ()
    reader: str | None = None
    is_own: bool = False

    @property
    def is_others(self) -> bool:
        """Whether the reader is a player who only waits."""
        return self.reader is not None and not self.is_own

    def say(self, code: str) -> Say:
        """Say this of the player to move."""
        return Say(code, {"seat": self.mover or ""})

    def throws(self, dice: int) -> Say:
        """Tell a waiting player that this many dice are thrown; 0: the mover decides."""
        return Say("phone.throws" if dice else "phone.decides", {"seat": self.mover or "", "dice": dice})


@dataclass(frozen=True)
class Check:
    """One thing of a game's set-up that a camera looks after: it is so, or what is still missing."""

    say: Say
    is_done: bool


@dataclass(frozen=True)
class StoryLine:
    """A highlight of a game, and which seat did it; None: nobody in particular."""

    say: Say
    seat: Seat | None = None


class Play(Generic[StateT, MemoryT]):
    """The questions that the table asks about one game. Stateless: one instance serves every sitting."""

    sets: ClassVar[Mapping[str, str]] = {}
    """The set for each kind of pieces in the game: ``{"dice": "a built-in set"}``."""

    all_dice: ClassVar[int | None] = None
    """Number of dice in the game: once that many are read with certainty, nothing else there is a die.
    None if nobody knows."""

    stays: ClassVar[bool] = False
    """Whether pieces stay where they were read, as a tile does. Then a move that was read counts only if
    it is still seen there once everything on the table has come to rest. Dice are soon picked up: they
    count as they were read."""

    goes_on: ClassVar[Mapping[str, str]] = {}
    """Keys and values that make a first line continue from what lies on the table; see ``first_line``.
    Empty: it always begins from the beginning."""

    printed_option: ClassVar[str | None] = None
    """The option that describes the board's print; None if the game need not know it."""

    def printed(self) -> JsonObject:
        """Return the print of the game's own board, as the option's data: an owner's board is marked
        after it. ``grid``: columns and rows; ``cells``: the print, by ``column,row``. Only called if
        there is a ``printed_option``."""
        return {}

    # What is seen.

    def first_line(self, words: JsonObject, readings: Readings) -> JsonObject:  # noqa: ARG002
        """Return a record's first line with what lies on the table filled in, if it asks for that.

        Raises ``BadSetup`` if that cannot be.
        """
        return words

    def with_sets(self, words: JsonObject, sets: Mapping[str, str]) -> JsonObject:  # noqa: ARG002
        """Return a first line that describes its pieces as the sets do that read them, by kind.

        What it says already stays.
        """
        return words

    def wanted(self, state: StateT) -> Sequence[str]:  # noqa: ARG002
        """Return the kinds of pieces to look for now: all of ``sets``, or fewer."""
        return tuple(self.sets)

    def hides_picture(self, state: StateT) -> bool:  # noqa: ARG002
        """Tell whether the camera may see a secret now.

        Pictures taken then never leave the table, are not read and teach nothing; nor does any later one
        until, once this is over, the table was seen at rest and without a hand.
        """
        return False

    def is_irrevocable(self, before: StateT, after: StateT) -> bool:  # noqa: ARG002
        """Tell whether the moves accepted between these two states can no longer be taken back without
        harm.

        A vote was called, a card turned up. *That was wrong* takes back anything else until the next
        move is made.
        """
        return False

    def possible(self, readings: Readings) -> Readings:
        """Return readings without the things that cannot be pieces there: these readings are drawn and
        weighed."""
        return readings

    def nothing_seen(self) -> MemoryT | None:
        """Return the memory before anything was seen."""
        return None

    def memory_words(self, memory: MemoryT | None) -> JsonObject | None:  # noqa: ARG002
        """Write the memory in the journal's form; None if nothing is stored."""
        return None

    def memory_of(self, words: JsonObject) -> MemoryT | None:  # noqa: ARG002
        """Read the form that the journal stored."""
        return self.nothing_seen()

    def weigh(
        self,
        position: Position[StateT],  # noqa: ARG002
        memory: Any,
        readings: Readings,  # noqa: ARG002
    ) -> Verdict[Any]:
        """Say what settled readings mean in this position. May take a second; it never guesses.

        While kinds of pieces are ``unsettled``, an empty verdict changes nothing.
        """
        return Verdict(memory)

    def tells(self, position: Position[StateT], *, rolled: bool) -> Tells | None:  # noqa: ARG002
        """Return the game's description of its pieces if they are tracked: the possible actions of
        hands.

        ``rolled``: some dice were seen to roll. None if the game explains its pieces itself.
        """
        return None

    def checks(self, state: StateT, readings: Readings) -> Sequence[Check]:  # noqa: ARG002
        """Return what is seen of the set-up before the game; nothing of what cannot be told."""
        reading = readings.get("dice")
        if self.all_dice is None or not isinstance(reading, DiceReading):
            return ()
        seen = len(reading.dice)
        return (Check(Say("set_up.dice", {"seen": seen, "dice": self.all_dice}), seen == self.all_dice),)

    def is_set_up_by(self, state: StateT) -> bool:  # noqa: ARG002
        """Tell whether all moves so far only told what lies there: the game is still to begin."""
        return False

    def glimpsed(
        self,
        position: Position[StateT],  # noqa: ARG002
        memory: Any,
        readings: Readings,  # noqa: ARG002
    ) -> Any:
        """Return the memory after a rest that was read only once before things moved again."""
        return memory

    def still_lies(
        self,
        position: Position[StateT],  # noqa: ARG002
        moves: Sequence[JsonObject],  # noqa: ARG002
        readings: Readings,  # noqa: ARG002
    ) -> bool:
        """Tell whether the offered moves are still seen as they were read; only called for pieces that
        ``stays`` says stay."""
        return True

    def entered(
        self,
        words: JsonObject,  # noqa: ARG002
        memory: Any,
        readings: Readings,  # noqa: ARG002
    ) -> Any:
        """Return the memory after a move that was entered by hand, not read."""
        return memory

    def misread(
        self,
        before: Position[StateT],  # noqa: ARG002
        after: Position[StateT],  # noqa: ARG002
        readings: Readings,  # noqa: ARG002
    ) -> Sequence[MisreadCell]:
        """Return the cells that were read wrongly, as a move that was entered by hand says."""
        return ()

    def refused(
        self,
        position: Position[StateT],  # noqa: ARG002
        memory: Any,
        moves: Sequence[JsonObject],  # noqa: ARG002
    ) -> Any:
        """Return the memory after a person said that the offered moves were not made."""
        return memory

    def put_right(self, memory: Any, read: Die, face: str) -> Any:  # noqa: ARG002
        """Return the memory if a die really shows another face than was read."""
        return memory

    def stands_for(self, words: JsonObject, choice: Choice[Any]) -> bool:  # noqa: ARG002
        """Tell whether a move entered by hand equals one of the table's own choices.

        That choice includes the places of the pieces, and is used instead.
        """
        return False

    def drawn(
        self,
        state: StateT,  # noqa: ARG002
        memory: Any,  # noqa: ARG002
        readings: Readings,  # noqa: ARG002
    ) -> JsonObject:
        """Return what the game's page draws over the picture, besides the pieces.

        ``memory``: the memory of the table if the most probable meaning of the readings is true.
        """
        return {}

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Return a position as an SVG drawing, for screens whose browser runs no scripts; "" if there is
        none.

        ``view``: the view for everybody; ``word`` gives the catalogue's texts.
        """
        return ""

    def found(self, reading: Reading, taught: DiceSet) -> JsonObject:  # noqa: ARG002
        """Return the meaning of a photograph's reading by itself, which ``companion read`` adds to its
        output."""
        return {}

    # The story of an ended game.

    def ending(self, state: StateT) -> Say | None:  # noqa: ARG002
        """Return why an ended game is over; None if there is nothing to say."""
        return None

    def highlights(self, history: History) -> Sequence[StoryLine]:  # noqa: ARG002
        """Return an ended game's highlights, the best first."""
        return ()

    def pictured(self, history: History) -> StateT:
        """Return the position that is drawn as the picture of a game that has ended."""
        state: StateT = history.state
        return state

    # Texts, times and lamps.

    ends_time: ClassVar[frozenset[str]] = frozenset()
    """The moves by which a time is over, by hand too: what lies there then means something else."""

    glass_option: ClassVar[str | None] = None
    """The option that sets the time of the game's glass, in seconds; None if it has no glass."""

    glass_key: ClassVar[str | None] = None
    """The key that lays the running glass on its side, and stands it up again."""

    def in_order(self, happened: Happened, recent: Sequence[Happened]) -> Sequence[Happened]:  # noqa: ARG002
        """Return the moves that a move by hand stands for, if moves count in the order in which they
        happened.

        ``recent``: the last moves that stand, oldest first, as far back as their times are known. A move
        that happened later than the new one may be taken back, and made anew after it.
        """
        return (happened,)

    def line(self, words: JsonObject, step: Step | None) -> Say:  # noqa: ARG002
        """Return the history's text for a move; ``step`` is None if it was taken back.

        For a secret move that the reader may not know, ``words`` has only kind and seat, and ``step`` is
        None; once all such moves are turned up ``step`` is given, so that the line may tell their
        result.
        """
        return Say("move.other", {"kind": str(words.get("move", ""))})

    def awaits(self, now: Awaiting, name: str) -> bool:
        """Tell whether the game waits for this player, who reads it."""
        return now.mover == name

    def task(self, now: Awaiting) -> Say:  # noqa: ARG002
        """Return the game's task while nothing more urgent is waited for."""
        return Say("wait.move")

    def timer(self, position: Position[StateT]) -> Timer | None:  # noqa: ARG002
        """Return the time that runs in this position."""
        return None

    def signals(self, position: Position[StateT], sand: Sand | None) -> Signals:  # noqa: ARG002
        """Return what lamps and buzzer show now: the game's time as an hourglass, if one runs."""
        return DARK if sand is None else shown(sand)

    def pressed(self, position: Position[StateT], press: Press) -> JsonObject | None:  # noqa: ARG002
        """Return the move that a key means now; None if it means nothing."""
        return None

    def shown_before(self, before: StateT, after: StateT) -> Sequence[Shown[StateT]]:  # noqa: ARG002
        """Return what everybody is shown after a move before they are told what it led to.

        Meanwhile nobody is told more, and nothing on the table is weighed.
        """
        return ()

    # Secret choices at the voting box.

    box_labels: ClassVar[tuple[str, ...]] = ()
    """The printed labels beside the keys of the box's column, from the top. Empty: the box is not
    used."""

    def asked(self, position: Position[StateT]) -> Asked | None:  # noqa: ARG002
        """Return what a seat is to pick at the box now; None if nothing is asked there."""
        return None

    def picked(
        self,
        position: Position[StateT],
        asked: Asked,
        keys: tuple[int, ...],
    ) -> JsonObject:
        """Return the move for the picked keys, in ascending order; only called for the choice that was
        ``asked``."""
        raise NotImplementedError

"""A game's place at the table: all of it that is not rules.

A game that is played with the camera, the clock or the box has a folder here, ``plays/<game>/``, whose
module ``play`` holds a ``Play`` as ``PLAY``. A game without a folder is played by tap alone: that is
what the defaults of ``Play`` do. A play changes nothing and keeps nothing: it is asked about a position.
What simulated hands do is in ``companion/simulation/games/<game>/``, loaded by simulator and demo only.
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
from vision.reading import Die, Reading

StateT = TypeVar("StateT")

Readings = Mapping[str, Reading]
"""The readings of one look at the table, by their kind: ``dice``, ``board``, ``tokens``."""


@dataclass(frozen=True)
class Position(Generic[StateT]):
    """Where a game stands, who plays it, and how it came there, where that is known.

    ``is_older_seen``: what is to be weighed was seen before the last move was made, and not since;
    ``lay_before``: it lay there before that move already, and was not touched since; ``is_left_over``:
    before the game began already; ``lay_as_accepted``: as the last move was accepted.
    """

    game: Game[StateT, Any]
    setup: Setup
    state: StateT
    history: History | None = field(default=None, compare=False, repr=False)
    is_older_seen: bool = False
    lay_before: bool = False
    is_left_over: bool = False
    lay_as_accepted: bool = False

    @property
    def mover(self) -> str | None:
        """The name of the player whose move it is; None where nobody in particular is awaited."""
        seat = self.game.to_move(self.state)
        return None if seat is None else name_of(self.setup, seat)

    @property
    def has_ended(self) -> bool:
        """Whether the game is over."""
        return self.game.outcome(self.state) is not None


@dataclass(frozen=True)
class Timer:
    """Time that runs in a position: ``moves`` are made when ``seconds`` are over.

    It runs on for as long as the positions that follow name the same ``key``; their ``seconds`` count
    from its beginning, too.
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
    """A move, what brought it, and when it happened, in seconds of the table's clock."""

    words: JsonObject
    by: By
    at: float


@dataclass(frozen=True)
class Awaiting:
    """A position as pages know it, whose turn it is, and who is told what it waits for.

    ``reader``: the player who is told it; None: all. ``is_own``: the game goes on with what he does.
    """

    view: JsonObject
    mover: str | None
    may: Sequence[str] = ()
    reader: str | None = None
    is_own: bool = False

    @property
    def is_others(self) -> bool:
        """Whether it is told to a player who only waits."""
        return self.reader is not None and not self.is_own

    def say(self, code: str) -> Say:
        """Say this of the player to move."""
        return Say(code, {"seat": self.mover or ""})

    def throws(self, dice: int) -> Say:
        """Tell one who waits that so many dice are thrown; 0: that the player decides."""
        return Say("phone.throws" if dice else "phone.decides", {"seat": self.mover or "", "dice": dice})


@dataclass(frozen=True)
class StoryLine:
    """Something worth telling of a game, and which seat did it; None: nobody in particular."""

    say: Say
    seat: Seat | None = None


class Play(Generic[StateT, MemoryT]):
    """What the table asks about one game. Stateless: one instance serves every sitting."""

    sets: ClassVar[Mapping[str, str]] = {}
    """The set of each kind of pieces that the game is played with: ``{"dice": "a built-in set"}``."""

    all_dice: ClassVar[int | None] = None
    """How many dice there are in all: where so many are surely read, nothing else there is one. None
    where nobody knows."""

    stays: ClassVar[bool] = False
    """Whether what was read goes on lying there, as a tile does. A move that is read counts then only if
    it is still seen to lie there once whatever moves on the table is still. Dice are lifted soon: what
    was read of them counts."""

    goes_on: ClassVar[Mapping[str, str]] = {}
    """What a first line says, by its key, where the game goes on from what lies on the table; see
    ``first_line``. Empty: it always begins from the beginning."""

    printed_option: ClassVar[str | None] = None
    """The option that says what is printed on the board; None where the game need not know it."""

    def printed(self) -> JsonObject:
        """Return what is printed on the game's own board, as the option's data: what an owner's board is
        marked after. ``grid``: columns and rows; ``cells``: by ``column,row`` what is printed there.
        Asked only where there is a ``printed_option``."""
        return {}

    # What is seen.

    def first_line(self, words: JsonObject, readings: Readings) -> JsonObject:  # noqa: ARG002
        """Return a record's first line with what lies on the table in it, where it asks for that.

        Raises ``BadSetup`` where that cannot be.
        """
        return words

    def with_sets(self, words: JsonObject, sets: Mapping[str, str]) -> JsonObject:  # noqa: ARG002
        """Return a first line with what its pieces are by the sets that read them, by their kinds.

        What it says already stays.
        """
        return words

    def wanted(self, state: StateT) -> Sequence[str]:  # noqa: ARG002
        """Return the kinds of pieces to look for now: those of ``sets``, or fewer of them."""
        return tuple(self.sets)

    def hides_picture(self, state: StateT) -> bool:  # noqa: ARG002
        """Tell whether a secret may lie in sight of the camera now.

        No picture that is taken then leaves the table, nothing is read from it and it teaches nothing;
        nor any later one until the table was seen at rest, without a hand, once this is over.
        """
        return False

    def is_irrevocable(self, before: StateT, after: StateT) -> bool:  # noqa: ARG002
        """Tell whether what was accepted between these can no longer be taken back without harm.

        A vote was called, a card turned up. *That was wrong* takes anything else back until the next
        move is made.
        """
        return False

    def possible(self, readings: Readings) -> Readings:
        """Return readings without what cannot be a piece there: so they are drawn and weighed."""
        return readings

    def nothing_seen(self) -> MemoryT | None:
        """Return what is remembered before anything was seen."""
        return None

    def memory_words(self, memory: MemoryT | None) -> JsonObject | None:  # noqa: ARG002
        """Write what is remembered as the journal keeps it; None where nothing is kept."""
        return None

    def memory_of(self, words: JsonObject) -> MemoryT | None:  # noqa: ARG002
        """Read what the journal kept."""
        return self.nothing_seen()

    def weigh(
        self,
        position: Position[StateT],  # noqa: ARG002
        memory: Any,
        readings: Readings,  # noqa: ARG002
    ) -> Verdict[Any]:
        """Say what finished readings mean in this position. May take a second; never guesses."""
        return Verdict(memory)

    def tells(self, position: Position[StateT], *, rolled: bool) -> Tells | None:  # noqa: ARG002
        """Return what the game tells of its pieces, where they are tracked: what hands may have done.

        ``rolled``: some were seen to roll. None where the game explains its pieces itself.
        """
        return None

    def glimpsed(
        self,
        position: Position[StateT],  # noqa: ARG002
        memory: Any,
        readings: Readings,  # noqa: ARG002
    ) -> Any:
        """Return what is remembered of a rest that was read only once before things moved again."""
        return memory

    def still_lies(
        self,
        position: Position[StateT],  # noqa: ARG002
        moves: Sequence[JsonObject],  # noqa: ARG002
        readings: Readings,  # noqa: ARG002
    ) -> bool:
        """Tell whether moves on offer are still seen as they were read; asked only of what ``stays``."""
        return True

    def entered(
        self,
        words: JsonObject,  # noqa: ARG002
        memory: Any,
        readings: Readings,  # noqa: ARG002
    ) -> Any:
        """Return what is remembered after a move that was not read but entered by hand."""
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
        """Return what is remembered once a person said that moves on offer were not made."""
        return memory

    def put_right(self, memory: Any, read: Die, face: str) -> Any:  # noqa: ARG002
        """Return what is remembered where a die really shows another face than was read."""
        return memory

    def stands_for(self, words: JsonObject, choice: Choice[Any]) -> bool:  # noqa: ARG002
        """Tell whether a move entered by hand means one of the table's own choices.

        That choice knows what lies on the table, and is taken instead.
        """
        return False

    def drawn(
        self,
        state: StateT,  # noqa: ARG002
        memory: Any,  # noqa: ARG002
        readings: Readings,  # noqa: ARG002
    ) -> JsonObject:
        """Return what the game's page draws over the picture, besides the pieces.

        ``memory`` is what is remembered of the table if what the readings most likely mean is so.
        """
        return {}

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Return a position as an SVG drawing, for screens whose browser runs no scripts; "": none.

        ``view``: what all may know of it; ``word`` gives the catalogue's texts.
        """
        return ""

    def found(self, reading: Reading, taught: DiceSet) -> JsonObject:  # noqa: ARG002
        """Return what a photograph's reading means by itself: what ``companion read`` adds to it."""
        return {}

    # What is told when it is over.

    def ending(self, state: StateT) -> Say | None:  # noqa: ARG002
        """Return why a game is over that has ended; None: there is nothing to be said."""
        return None

    def highlights(self, history: History) -> Sequence[StoryLine]:  # noqa: ARG002
        """Return what is worth telling of a game that has ended, the best first."""
        return ()

    def pictured(self, history: History) -> StateT:
        """Return the position that is drawn as the picture of a game that has ended."""
        state: StateT = history.state
        return state

    # What is said, timed and lit.

    glass_option: ClassVar[str | None] = None
    """The option that says how long the game's glass runs, in seconds; None where it has no glass."""

    glass_key: ClassVar[str | None] = None
    """The key that lays the running glass on its side, and stands it up again."""

    def in_order(self, happened: Happened, recent: Sequence[Happened]) -> Sequence[Happened]:  # noqa: ARG002
        """Return the moves that a move by hand means, where moves count in the order of happening.

        ``recent``: the last moves that stand, oldest first, as far as it is known when they happened.
        One that happened later than the new one may be taken back, and made anew behind it.
        """
        return (happened,)

    def line(self, words: JsonObject, step: Step | None) -> Say:  # noqa: ARG002
        """Return what the history says of a move; ``step`` is None where it was taken back.

        Of a secret move that the reader may not know ``words`` hold kind and seat, and ``step`` is None;
        once all such moves are turned up it is the step, so that the line may say what came of them.
        """
        return Say("move.other", {"kind": str(words.get("move", ""))})

    def awaits(self, now: Awaiting, name: str) -> bool:
        """Tell whether the game goes on as soon as this player, who reads it, does something."""
        return now.mover == name

    def task(self, now: Awaiting) -> Say:  # noqa: ARG002
        """Return what the game waits for while nothing else is waited for."""
        return Say("wait.move")

    def timer(self, position: Position[StateT]) -> Timer | None:  # noqa: ARG002
        """Return the time that runs in this position."""
        return None

    def signals(self, position: Position[StateT], sand: Sand | None) -> Signals:  # noqa: ARG002
        """Return what lamps and buzzer show now: the game's time as an hourglass, where one runs."""
        return DARK if sand is None else shown(sand)

    def pressed(self, position: Position[StateT], press: Press) -> JsonObject | None:  # noqa: ARG002
        """Return the move that a key means now; None where it means nothing."""
        return None

    def shown_before(self, before: StateT, after: StateT) -> Sequence[Shown[StateT]]:  # noqa: ARG002
        """Return what all are shown after a move before they are told what it led to.

        Nobody is told more meanwhile, and nothing that lies on the table is weighed.
        """
        return ()

    # What is chosen in secret at the voting box.

    box_labels: ClassVar[tuple[str, ...]] = ()
    """What is printed beside the keys of the box's column, from the top. Empty: the box is not used."""

    def asked(self, position: Position[StateT]) -> Asked | None:  # noqa: ARG002
        """Return what a seat is to pick at the box now; None where nothing is asked there."""
        return None

    def picked(
        self,
        position: Position[StateT],
        asked: Asked,
        keys: tuple[int, ...],
    ) -> JsonObject:
        """Return the move that the keys picked mean, ascending; called only for what was ``asked``."""
        raise NotImplementedError

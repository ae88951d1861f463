"""A game's words and drawings: its history, its tasks, the story of its end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from companion.games.game import Seat
from companion.games.history import History, Step
from companion.table.hooks.drawing import Seated, Word
from companion.table.hooks.position import StateT
from companion.table.hooks.verdict import JsonObject, Say


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
class StoryLine:
    """A highlight of a game, and which seat did it; None: nobody in particular."""

    say: Say
    seat: Seat | None = None


def most_often(code: str, counts: Counter[Seat]) -> list[StoryLine]:
    """Return which seat did something most often, as a highlight; nothing if none ever did."""
    return [StoryLine(Say(code, {"count": count}), seat) for seat, count in counts.most_common(1)]


class Speaks(Generic[StateT]):
    """What a game says and draws."""

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return the history's text for a move; ``step`` is None if it was taken back.

        For a secret move that the reader may not know, ``words`` has only kind and seat, and ``step`` is
        None; once all such moves are turned up ``step`` is given, so that the line may tell their
        result.
        """
        return Say("move.other", {"kind": str(words.get("move", ""))})

    def awaits(self, now: Awaiting, name: str) -> bool:
        """Tell whether the game waits for this player, who reads it."""
        return now.mover == name

    def task(self, now: Awaiting) -> Say:
        """Return the game's task while nothing more urgent is waited for."""
        return Say("wait.move")

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:
        """Return a position as an SVG drawing, for screens whose browser runs no scripts; "" if there is
        none.

        ``view``: the view for everybody; ``word`` gives the catalogue's texts.
        """
        return ""

    def ending(self, state: StateT) -> Say | None:
        """Return why an ended game is over; None if there is nothing to say."""
        return None

    def highlights(self, history: History) -> Sequence[StoryLine]:
        """Return an ended game's highlights, the best first."""
        return ()

    def pictured(self, history: History) -> StateT:
        """Return the position that is drawn as the picture of a game that has ended."""
        state: StateT = history.state
        return state

"""What every referee does: weigh a reading against the state, and propose, ask, or wait.

A referee changes nothing. It gets the state and what it remembers of the table (a ``Layout``, kept in
the journal beside the moves), and says what the reading can mean under the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar

from companion.table.referees.layout import Layout
from vision.reading import DiceReading

JsonObject = dict[str, Any]
StateT = TypeVar("StateT", contravariant=True)


@dataclass(frozen=True)
class Say:
    """Something for a person: a code of the translation catalogue and what to put into it."""

    code: str
    params: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """One answer: the moves it means, and what the table remembers if it is taken."""

    id: str
    say: Say
    moves: tuple[JsonObject, ...]
    layout: Layout


@dataclass(frozen=True)
class Proposal:
    """What a reading means.

    ``move``: the first choice is accepted by itself after a visible moment. ``question``: a person
    picks a choice, likely ones first. ``pending``: nothing happens yet, and the choices are what may be
    done with what lies there (stop now, for instance).
    """

    kind: Literal["move", "question", "pending"]
    say: Say
    choices: tuple[Choice, ...]
    building: tuple[JsonObject, ...] = ()
    """Moves that a pending proposal already sees lying there, to show the state they would lead to."""


@dataclass(frozen=True)
class Verdict:
    """A referee's whole answer to one reading: what to remember, and what to propose or to say."""

    layout: Layout
    proposal: Proposal | None = None
    notice: Say | None = None


class Referee(Protocol[StateT]):
    """The referee of one game."""

    def look(self, state: StateT, layout: Layout, reading: DiceReading) -> Verdict:
        """Say what a finished reading means in this state. Pure."""


def likely_readings(reading: DiceReading, most: int = 4) -> list[DiceReading]:
    """Return ways to read the dice, likeliest first: as read, then one doubtful die read otherwise."""
    ways = [(2.0, reading)]
    for place, die in enumerate(reading.dice):
        for guess in () if die.sure else die.likely[1:]:
            other = replace(die, face=guess.face)
            dice = (*reading.dice[:place], other, *reading.dice[place + 1 :])
            ways.append((guess.confidence, replace(reading, dice=dice)))
    ways.sort(key=lambda way: -way[0])
    return [way for _, way in ways[:most]]


def faces_text(faces: Sequence[str]) -> str:
    """Return faces as one parameter of a text: ``cap cap knight``; pages draw them as pictures."""
    return " ".join(sorted(faces))

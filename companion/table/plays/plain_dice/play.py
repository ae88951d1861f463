"""Plain dice at the table: every throw that is seen counts, whatever it shows."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.games.history import Step
from companion.games.plain_dice.rules import State
from companion.table.hooks.drawing import Seated, Word
from companion.table.hooks.position import Position
from companion.table.hooks.speaking import Awaiting
from companion.table.hooks.verdict import JsonObject, Say
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.followed_dice import FollowedDice
from companion.table.plays.lying import SIZE_MM
from companion.table.plays.plain_dice.drawing import drawing
from companion.table.plays.thrown_dice import ALIKE_DEG
from companion.table.tracking.likelihood import ExplainedLook, Fate, Telling
from companion.table.tracking.rates import RATES
from companion.table.tracking.world import Hypothesis, Lain
from companion.table.tracking.worlds import fallen, stayed
from vision.piece import Look

RESTS, TAKEN, THROWN = 0.3, 0.3, 0.4
"""Probabilities that, between two looks, nothing is thrown, dice are taken away, and dice are thrown."""


@dataclass(frozen=True)
class PlainThrows:
    """Lists the possible events to dice if anybody may throw any number of them at any time.

    When some were thrown, all dice lying there are the throw.
    """

    rolled: bool
    alike_deg: ClassVar[Mapping[str, float]] = ALIKE_DEG
    size_mm: ClassVar[float] = SIZE_MM

    def tellings(self, one: Hypothesis, look: Look[Any]) -> Iterator[Telling]:  # noqa: ARG002
        """Yield the possible events since the last look."""
        idle = RATES.idle if self.rolled else 1 - RATES.idle
        threw = RATES.rolled if self.rolled else 1 - RATES.rolled
        for name, rate, fate in (
            ("rest", RESTS * idle, Fate(0.95, leaves=0.05, carried=0.02)),
            ("taken", TAKEN * idle, Fate(0.4, leaves=0.6, carried=0.02)),
        ):
            yield Telling(name, rate, tuple(fate for _ in one.pieces))
        left = tuple(Fate(0.2, leaves=0.8, carried=0.0) for _ in one.pieces)
        yield Telling("throw", THROWN * threw, left, is_free=True)

    def after(self, one: Hypothesis, look: Look[Any], told: ExplainedLook) -> Iterator[Hypothesis]:
        """Yield the results of an act for a hypothesis."""
        if told.telling.name != "throw":
            there = (piece for _, piece in stayed(one, look, told) if not piece.is_away)
            yield replace(one, pieces=tuple(there))
            return
        left = [piece for number, piece in stayed(one, look, told) if number is not None]
        thrown: tuple[Lain, ...] = (*left, *fallen(look, told))
        if told.fresh:
            words = {"move": "throw", "faces": [piece.label for piece in thrown]}
            yield replace(one, pieces=thrown, moves=(words,))

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return the effect of a throw: its faces are counted, in no order."""
        return tuple(sorted(moves[-1]["faces"]))


class PlainDicePlay(FollowedDice[State]):
    """Takes every new picture of dice as a throw that belongs to nobody in particular."""

    sets: ClassVar[Mapping[str, str]] = {"dice": "pips"}

    def tells(self, position: Position[State], *, rolled: bool) -> PlainThrows:  # noqa: ARG002
        """Return the game's description of its dice."""
        return PlainThrows(rolled)

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Draw the position for screens that run no scripts."""
        return drawing(view)

    def task(self, now: Awaiting) -> Say:  # noqa: ARG002
        """Return what the game waits for: any throw."""
        return Say("wait.any_throw")

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return the history's text for a throw."""
        if words.get("move") != "throw":
            return super().line(words, step)
        return Say("move.throw", {"faces": faces_text(words["faces"])})


PLAY = PlainDicePlay()

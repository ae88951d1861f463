"""The possible actions of hands with dice some of which may be kept while the others are thrown again.

A game of such dice says how many are thrown, and what a throw means in it.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any, ClassVar, Generic, Protocol, Self

from companion.table.hooks.position import Position, StateT
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.lying import SIZE_MM
from companion.table.tracking.likelihood import ExplainedLook, Fate, Telling
from companion.table.tracking.rates import RATES
from companion.table.tracking.world import KINDS, Hypothesis, Lain
from companion.table.tracking.worlds import fallen, stayed, turned, turned_up
from vision.piece import Look

ALIKE_DEG = {"1": 90.0, "4": 90.0, "5": 90.0, "2": 180.0, "3": 180.0, "6": 180.0}
"""Turn after which pips look the same again."""
RESTS, TAKEN, ASIDE, THROWN, UNREAD = 0.35, 0.2, 0.1, 0.35, 0.3
"""Probabilities, between two looks, that nothing is done; dice are picked up; kept dice are put aside;
dice are thrown; a throw is over before it was seen whole."""
SORTED, SETTLED, BACK = 0.006, 0.008, 0.002
"""Probabilities that lying dice are sorted, or moved by a child; one die of a throw is thrown once more;
picked-up dice are put back."""
FALLS_ON, LAID_FLAT = 0.01, 0.3
"""Probabilities that a fallen die turns over, since its throw is not over yet; that one that leans, so
that its face is as unclear as can be, is laid flat."""
UNSEEN = 0.02
"""Probability that another act happened as well before anybody looked."""
UNSAID = 0.2
"""Probability that a real throw is not confirmed where the page offers it, until the next one."""
NOTHING_THROWN = ("rest", "taken", "sorted", "back")
"""Acts that leave the dice what they are."""
THREW = ("throw", "again", "more", "settled")
"""Acts that belong to a throw."""
_RESTING = Fate(0.9, leaves=0.1)
LEFT = Fate(0.4, leaves=0.6)
_PUT_ASIDE = Fate(0.5, leaves=0.5, carried=0.9)
_KEPT_OR_THROWN = Fate(0.4, goes=0.6, carried=0.3)
_LEFT_LYING = Fate(0.95, goes=0.05)
_IN_HAND = Fate(0.02, goes=0.98)
FALLEN = Fate(0.97, leaves=0.03, pushed=0.02, carried=0.02)
ANYHOW = Fate(0.3, goes=0.3, carried=0.1)
_GONE_ON = Fate(0.45, leaves=0.55, carried=0.3)
_SORTED = Fate(0.97, leaves=0.03, carried=0.8)
_PUT_BACK = Fate(0.95, leaves=0.05, carried=0.2, back=0.9)
_SETTLED = Fate(0.95, goes=0.05, pushed=0.02, carried=0.02)
CLEARED = Fate(0.0, leaves=1.0)


def rates_of(*, rolled: bool) -> tuple[float, float]:
    """Return how probably dice look like this that were thrown, and that nobody threw; ``rolled``:
    whether they were seen to roll."""
    if rolled:
        return RATES.rolled, RATES.idle
    return 1 - RATES.rolled, 1 - RATES.idle


def laid_flat(one: Hypothesis) -> Iterator[Telling]:
    """Yield that a fallen die shows another face where it lies: it is laid flat, or turns over."""
    turns = [FALLS_ON * bool(one.due) + LAID_FLAT * piece.unclear for piece in one.pieces]
    if (rate := sum(turns)) > 0:
        fates = tuple(Fate(1.0, pushed=0.02, carried=0.0, turns=each / rate) for each in turns)
        yield Telling("settled", min(LAID_FLAT, rate), fates, one.due)


def nothing_thrown(one: Hypothesis, idle: float) -> Iterator[Telling]:
    """Yield what hands may have done to lying dice without a throw; ``idle``: how probably none was."""
    yield Telling("rest", RESTS * idle, tuple(_RESTING for _ in one.pieces))
    yield Telling("taken", TAKEN * idle, tuple(LEFT for _ in one.pieces))
    yield Telling("sorted", SORTED * idle, tuple(_SORTED for _ in one.pieces))
    if any(piece.is_away for piece in one.pieces):
        yield Telling("back", BACK * idle, tuple(_PUT_BACK for _ in one.pieces))


class ThrowRules(Protocol):
    """A game's description of its throws in a position.

    ``first``: how many dice a new throw would have now; None if there can be none. ``again``: whether
    some of the lying dice may be thrown again; ``lying``: the faces of all of them.
    """

    @property
    def first(self) -> int | None:
        """How many dice a new throw has."""

    @property
    def again(self) -> bool:
        """Whether dice may be thrown again."""

    @property
    def lying(self) -> Sequence[str]:
        """The faces of the lying dice."""

    def after(self, moves: Sequence[JsonObject]) -> Self:
        """Return the state after these moves, which are legal."""

    def throw(self, faces: Sequence[str], kept: Sequence[str]) -> JsonObject:
        """Return the move of a throw, whose words hold the thrown ``faces`` as a list.

        Any number of faces may be asked for, also none: ``key`` then says that the game refuses it.
        """

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return the effect of these moves on the game; None if it refuses them."""


@dataclass(frozen=True)
class RuledThrows(Generic[StateT]):
    """The part of ``ThrowRules`` that the game's own rules answer; a game adds ``first``, ``again`` and
    ``lying``."""

    position: Position[StateT]

    def after(self, moves: Sequence[JsonObject]) -> Self:
        """Return the state after these moves."""
        state = self.play(moves)
        return self if state is None else replace(self, position=replace(self.position, state=state))

    def throw(self, faces: Sequence[str], kept: Sequence[str]) -> JsonObject:
        """Return the words of a throw."""
        words: JsonObject = {"seat": self.position.mover, "move": "throw", "faces": list(faces)}
        return {**words, "kept": list(kept)} if kept else words

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return the state after these moves; None if the rules refuse them."""
        return self.play(moves)

    def play(self, moves: Sequence[JsonObject]) -> StateT | None:
        """Return the state after these moves; None if the rules refuse them."""
        state, game = self.position.state, self.position.game
        try:
            for words in moves:
                rest = {key: value for key, value in words.items() if key != "seat"}
                state = game.play(state, game.parse(state, game.to_move(state), rest))
        except ValueError:  # a face that these dice do not have, or a kept die that did not lie there
            return None
        return state


@dataclass(frozen=True)
class ThrownDice:
    """Lists the possible events to such dice."""

    rules: ThrowRules
    rolled: bool
    alike_deg: ClassVar[Mapping[str, float]] = ALIKE_DEG
    size_mm: ClassVar[float] = SIZE_MM

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return the effect of these moves on the game."""
        return self.rules.key(moves)

    def tellings(self, one: Hypothesis, look: Look[Any]) -> Iterable[Telling]:  # noqa: ARG002
        """Yield the possible events since the last look."""
        threw, idle = rates_of(rolled=self.rolled)
        anyhow = tuple(ANYHOW for _ in one.pieces)
        yield Telling("else", 0.5 if one.is_lost else RATES.something_else, anyhow, is_free=True)
        if one.is_lost:
            return
        if one.due:
            gone_on = tuple(_GONE_ON for _ in one.pieces)
            yield Telling("unread", UNREAD, gone_on)
            yield Telling("unread", UNREAD * UNSEEN, gone_on, is_free=True)
            yield Telling("more", threw, tuple(FALLEN for _ in one.pieces), one.due)
            yield from self._settle(one)
            return
        yield from nothing_thrown(one, idle)
        yield Telling("aside", ASIDE * idle, tuple(_PUT_ASIDE for _ in one.pieces))
        if one.moves and one.acts[-1] in THREW:
            yield from self._settle(one)
        rules = self.rules.after(one.moves) if one.moves else self.rules
        threw *= UNSAID if one.moves else 1.0
        if rules.first is not None:
            gone = tuple(CLEARED for _ in one.pieces)
            yield Telling("throw", THROWN * threw, gone, rules.first)
        elif not one.pieces:
            yield Telling("found", THROWN * idle, (), len(rules.lying))
        if rules.again and not one.pieces:
            yield Telling("again", THROWN * threw, (), len(rules.lying))
        elif rules.again:
            left = _LEFT_LYING if any(piece.is_away for piece in one.pieces) else _KEPT_OR_THROWN
            fates = tuple(_IN_HAND if piece.is_away else left for piece in one.pieces)
            yield Telling("again", THROWN * threw, fates, None)

    def _settle(self, one: Hypothesis) -> Iterator[Telling]:
        """Yield that a fallen die lies differently before the throw is made."""
        yield from laid_flat(one)
        yield Telling("settled", SETTLED, tuple(_SETTLED for _ in one.pieces), None, beside=one.due)

    def after(self, one: Hypothesis, look: Look[Any], told: ExplainedLook) -> Iterator[Hypothesis]:
        """Yield the results of an act for a hypothesis."""
        there = [piece for _, piece in stayed(one, look, told)]
        fell = fallen(look, told)
        name = told.telling.name
        if name in (*NOTHING_THROWN, "aside"):
            yield replace(one, pieces=tuple(there))
        elif name == "found":
            if sorted(piece.label for piece in fell) == sorted(self.rules.lying):
                known = len(fell) * log(KINDS)  # their faces were not random
                yield replace(one, pieces=tuple(fell), weight=one.weight + known)
        elif name in ("else", "unread"):
            yield replace(one.lost, pieces=(*there, *fell))
        elif name in ("more", "settled"):
            yield from self._settled(one, look, fell, told)
        else:
            kept = [piece.label for piece in there] if name == "again" else []
            words = self.rules.throw([piece.label for piece in fell], kept)
            now = replace(one, pieces=(*(there if name == "again" else ()), *fell))
            yield from self._made(now, words, told.hidden)

    def _settled(
        self, one: Hypothesis, look: Look[Any], fell: Sequence[Lain], told: ExplainedLook
    ) -> Iterator[Hypothesis]:
        """Yield a throw of which more has fallen, or a die lies differently."""
        made = (one.part or one.moves)[-1]
        one = one if one.part else replace(one, moves=one.moves[:-1])
        over = turned(one, look, told)
        gone = Counter(one.pieces[number].label for number in (*told.went, *over))
        if gone - Counter(made["faces"]):
            return  # a die other than those that fell
        new = (*(seen.label for seen in over.values()), *(piece.label for piece in fell))
        words = self.rules.throw(
            [*(Counter(made["faces"]) - gone).elements(), *new], made.get("kept", [])
        )
        left = [
            turned_up(piece, over[told.known[number]])
            if number is not None and told.known[number] in over
            else piece
            for number, piece in stayed(one, look, told)
        ]
        yield from self._made(replace(one, pieces=(*left, *fell)), words, told.hidden)

    def _made(self, one: Hypothesis, words: JsonObject, due: int) -> Iterator[Hypothesis]:
        """Yield a throw of which so many dice are ``due``."""
        one = replace(one, due=due, part=(words,) if due else ())
        if due:
            yield one
        elif self.rules.key((*one.moves, words)) is not None:
            yield replace(one, moves=(*one.moves, words))

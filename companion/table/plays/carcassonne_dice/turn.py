"""A turn under the rules: what was set aside, how it may have ended, and what that does to the game."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.games.carcassonne_dice.city import Cell, points
from companion.games.carcassonne_dice.closing import Built, Closing
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS, State
from companion.games.record import name_of
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.carcassonne_dice.misfits import Misfit, misfit
from companion.table.plays.carcassonne_dice.placing import find_built
from companion.table.plays.carcassonne_dice.set_aside import (
    ReadSetAside,
    followed,
    put_aside,
    ways_to_close,
    words_aside,
)
from companion.table.plays.carcassonne_dice.standing import is_city, standing, together
from companion.table.plays.lying import SIZE_MM
from companion.table.tracking.world import Lain
from vision.readings.dice import LyingDice

FELL, PUT, BUILT, ASIDE, OUT, SPOILT = "fell", "put", "built", "aside", "out", "spoilt"
"""What a die is in a turn: it lies where it fell; hands have put it elsewhere since; it is built, or a
knight set aside, by a move that was accepted; it is a catapult of an earlier throw; it fell in a throw
that does not count: of too many dice, and is thrown anew, or after the last."""
LOCKED = (BUILT, ASIDE)
ASTRAY = 0.5
"""What was set aside is to be put back if it lies so far from where it was, in its sides."""
ON_PURPOSE = 3
"""A closed city of so many dice scores, and was not put together by chance."""
JOINS = 4.0
"""So much more often dice that can be joined were, for each city edge that is closed by it."""
LAID_UNSEEN = 0.35
"""How often another die is built before the next look."""
EITHER = 0.5
"""How often who may keep a knight keeps it, where there are points too."""

Moves = tuple[JsonObject, ...]


@dataclass(frozen=True)
class TurnEnd:
    """One way in which a turn may have ended: ``moves``, the stop among them, and how probably."""

    chance: float
    moves: Moves
    before: State
    state: State

    @property
    def keeps_knight(self) -> bool:
        """Whether a knight is kept, instead of points."""
        return bool(self.moves[-1]["take"] == "knight")


@dataclass(frozen=True)
class TurnAnswers:
    """Answers for a position."""

    position: Position[State]
    _played: dict[str, State | None] = field(default_factory=dict, compare=False)
    _keys: dict[str, Hashable] = field(default_factory=dict, compare=False)
    _ends: dict[Hashable, list[TurnEnd]] = field(default_factory=dict, compare=False)

    def played(self, moves: Sequence[JsonObject]) -> State | None:
        """Return the state after these moves; None where the rules refuse one."""
        key = repr(moves)
        if key not in self._played:
            self._played[key] = self._follow(self.position.state, moves)
        return self._played[key]

    def _follow(self, state: State, moves: Sequence[JsonObject]) -> State | None:
        return followed(self.position.game, state, moves)

    def name(self, state: State) -> str:
        """Return the name of the seat to move."""
        return name_of(self.position.setup, state.seat)

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return what moves come to: how many turns ended, and how it stands then; None where the rules
        refuse them. A throw that a turn ended without makes no difference.

        Dice are set aside by the throw or the stop that follows; until then nothing is done.
        """
        if moves and moves[-1]["move"] == "set_aside":
            return None
        key = repr(moves)
        if key not in self._keys:
            state = self.played(moves)
            ended = sum(words["move"] == "stop" for words in moves)
            self._keys[key] = None if state is None else (ended, _told(state))
        return self._keys[key]

    def throw(self, state: State, faces: Sequence[str]) -> JsonObject:
        """Return the words of a throw."""
        return {"seat": self.name(state), "move": "throw", "faces": list(faces)}

    def set_aside(
        self, state: State, pieces: Sequence[Lain], lying: LyingDice, chosen: set[int]
    ) -> ReadSetAside | None:
        """Return what it is to set aside the ``chosen`` dice; None where that cannot be."""
        built = self.built(state, pieces, lying)
        if built is None:
            return None
        return put_aside(self.position.game, self.name(state), state, lying, chosen, built)

    def built(self, state: State, pieces: Sequence[Lain], lying: LyingDice) -> dict[int, Cell] | None:
        """Return where those dice are built that are; None where they do not lie as they were."""
        told = {
            number: Cell(*piece.cell)
            for number, piece in enumerate(pieces)
            if piece.role == BUILT and piece.cell is not None
        }
        city = {cell: placed.face for cell, placed in state.city.items()}
        if {cell: pieces[number].label for number, cell in told.items()} == city:
            return told
        return find_built(lying, state.city, state.faces)

    # How it may have ended.

    def is_over(self, state: State) -> bool:
        """Tell whether no throw is left in a turn."""
        return state.throws == THROWS or (state.throws > 0 and not state.loose)

    def ends(self, state: State, pieces: Sequence[Lain], begun: Moves = ()) -> list[TurnEnd]:
        """Return the ways in which a turn may have ended with these dice, likeliest first.

        ``begun``: what was set aside though no look showed it.
        """
        key = state, tuple(pieces), repr(begun)
        if key not in self._ends:
            found: dict[Hashable, TurnEnd] = {}
            aside = self._follow(state, begun)
            known = (
                self._all_ends(state, pieces)
                if aside is None or not begun
                else self._stops(begun, aside, 1.0)
            )
            for end in known:
                same = end.state
                if same in found:
                    end = replace(found[same], chance=found[same].chance + end.chance)
                found[same] = end
            self._ends[key] = sorted(found.values(), key=lambda end: -end.chance)
        return self._ends[key]

    def _all_ends(self, state: State, pieces: Sequence[Lain]) -> Iterator[TurnEnd]:
        knights = {n for n, piece in enumerate(pieces) if piece.label == KNIGHT and piece.role != SPOILT}
        kept = knights if len(knights) >= KNIGHTS else {n for n in knights if pieces[n].role == ASIDE}
        found: list[tuple[float, ReadSetAside]] = []
        for chance, lying in standing(pieces):
            groups = [{n for n in group if is_city(pieces[n])} for group in together(lying)]
            put = {n for group in groups if self._is_put(pieces, group) for n in group}
            wrong = misfit_in(pieces, lying, state)
            put -= set() if wrong is None else {wrong.die}
            aside = self.set_aside(state, pieces, lying, put | kept)
            if aside is not None:
                found.append((chance, aside))
        for chance, aside in meant(found):
            yield from self._stops(aside.moves, aside.state, chance)
        if not found:  # Nobody knows what of the city counts; the knights lie there all the same.
            more = max(0, len(kept) - state.knights)
            words = words_aside(self.name(state), more)
            after = self._follow(state, (words,)) if more else None
            yield from self._stops(() if after is None else (words,), after or state, 1.0)

    def _is_put(self, pieces: Sequence[Lain], group: set[int]) -> bool:
        return len(group) > 1 and any(pieces[n].role in (PUT, BUILT) for n in group)

    def _stops(self, moves: Moves, state: State, chance: float) -> Iterator[TurnEnd]:
        takes = {"city": 1.0}
        if state.may_keep_knight:
            takes = {"city": EITHER, "knight": 1 - EITHER} if state.points_now else {"knight": 1.0}
        for take, share in takes.items():
            words = {"seat": self.name(state), "move": "stop", "take": take}
            after = self._follow(state, (words,))
            if after is not None:
                yield TurnEnd(chance * share, (*moves, words), state, after)

    def closed_unseen(self, state: State, pieces: Sequence[Lain], gone: Sequence[Lain]) -> Moves:
        """Return what set a larger closed city aside with dice that are ``gone`` now, or were moved."""
        best = self.ends(state, pieces)[:1] if any(map(is_city, gone)) else []
        if not best or best[0].before.points_now:
            return ()
        before, moves = best[0].before, best[0].moves[:-1]
        there = Counter(piece.label for piece in (*gone, *(p for p in pieces if p.role == PUT)))
        ways = ways_to_close(before, Counter(before.loose) & there, begun=not before.built)
        way = max(ways, key=_gain, default=None)
        if way is None or way.size < ON_PURPOSE:
            return ()
        words = words_aside(self.name(state), 0, way.placed)
        return (*moves, words)


def meant(ways: Sequence[tuple[float, ReadSetAside]]) -> list[tuple[float, ReadSetAside]]:
    """Return ways in which dice may touch with how probable each is, as people build: edge to edge."""
    edges = [sum(len(city.open_edges) for city in aside.state.cities) for _, aside in ways]
    chances = [
        chance * JOINS ** (min(edges) - more) for (chance, _), more in zip(ways, edges, strict=True)
    ]
    whole = sum(chances)
    return [(chance / whole, aside) for chance, (_, aside) in zip(chances, ways, strict=True)]


def misfit_in(pieces: Sequence[Lain], lying: LyingDice, state: State) -> Misfit | None:
    """Return the die that does not match its neighbours, and must be turned or moved."""
    fell = {n for n, piece in enumerate(pieces) if piece.role in (FELL, SPOILT)}
    stayed = {n for n, piece in enumerate(pieces) if piece.role != PUT}
    return misfit(lying, fell, stayed, state.faces)


def _gain(way: Closing) -> tuple[float, Built]:
    """Return what a city scores that was closed unseen, by how seldom so many dice are laid unseen."""
    return points(way.size, doubled=False) * LAID_UNSEEN ** len(way.placed), way.placed


def _told(state: State) -> Hashable:
    """Return what is told of a state: of cities their sizes and open edges, not their cells."""
    cities = sorted((city.size, len(city.open_edges)) for city in state.cities)
    faces = sorted(face.face for _, face in state.built)
    turn = state.seat, state.throws, state.knights, state.catapults, state.outcome is None
    return (state.scores, state.kept, *turn, tuple(sorted(state.loose)), (*faces, *cities))


def is_catapult(piece: Lain) -> bool:
    """Tell whether a die is out of the turn."""
    return piece.label == CATAPULT


def is_astray(piece: Lain) -> bool:
    """Tell whether a die lies elsewhere than where it was set aside."""
    return piece.laid is not None and piece.laid.away(piece.place, SIZE_MM) > ASTRAY

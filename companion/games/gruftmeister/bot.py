"""A player made of code: the master hunts, the servant fetches treasures and carries them home.

It looks only at open things and at the doors that it has peeked under itself.
"""

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Final

from companion.games.game import Seat
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.bags import LIMITS, alike, count_owned, heart_of
from companion.games.gruftmeister.board import CHEST, COFFIN, DOOR, LOCK, Cell
from companion.games.gruftmeister.crypt import ARMOUR, HEART, TREASURE, WEAPON, key_of
from companion.games.gruftmeister.doors import openers
from companion.games.gruftmeister.ending import ended
from companion.games.gruftmeister.fighting.fights import winning_chance
from companion.games.gruftmeister.legal import why_not
from companion.games.gruftmeister.moves import CryptMove, Figure
from companion.games.gruftmeister.paths import paths_from
from companion.games.gruftmeister.shut_in import doors_around
from companion.games.gruftmeister.state import HEARTS, HOME_TO_WIN, Fighting, State
from companion.games.gruftmeister.stones import known_face, knows
from companion.games.gruftmeister.walking import stands_open, why_no_entry

DARING: Final = 0.7
"""Least chance of winning at which a fight is begun, or continued."""
LOAD: Final = 2
"""Treasures that both figures together carry before they go home."""

WORTH: Final = {TREASURE: 9.0, WEAPON: 8.0, ARMOUR: 5.0, HEART: 2.0}
"""How much the master wants a thing in his bag."""
OPENER_WORTH: Final = 6.0
"""… a tool or key that opens the way to places where something can still be found."""
A_LITTLE: Final = 1.0
"""… any other."""
COFFIN_WORTH: Final = 9.0
CHEST_WORTH: Final = 4.0
UNKNOWN_WORTH: Final = 3.0
LOAD_WORTH: Final = 12.0
LAST_WORTH: Final = 100.0
"""Value of walking to a field, by the things there; it is divided by the cost in steps plus two."""


class CryptBot:
    """Moves the master first, then the servant, and decides afresh at every step."""

    def choose(self, state: State, seat: Seat, rng: Random) -> CryptMove | None:
        """Return a legal move; None if a stone is to be turned, peeked at or thrown."""
        if ended(state) or state.turn.seat != seat:
            return None
        if isinstance(state.waiting, Fighting):
            goes_on = not state.waiting.throws or winning_chance(state) >= DARING
            return None if goes_on else m.BreakOff(seat)
        if state.waiting is not None:
            return None
        return next(move for move in _Mind(state).wishes(rng) if why_not(state, move) is None)


BOT = CryptBot()


class _Mind:
    """The view of the position that the player to move has."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.turn.seat
        self.player = state.mover
        self.home = state.home_of(self.seat)
        self.of_master = self.treasures(Figure.MASTER)
        self.carried = len(self.of_master) + len(self.treasures(Figure.SERVANT))
        self.all_found = self.player.home + self.carried >= HOME_TO_WIN
        self.dares = winning_chance(state) >= DARING

    def treasures(self, figure: Figure) -> tuple[str, ...]:
        kinds = self.state.crypt.kinds
        return tuple(thing for thing in self.player.bag(figure) if kinds[thing] == TREASURE)

    @cached_property
    def needed(self) -> set[str]:
        """The tools and keys that open a way to where something is still to be found."""
        board, closed = self.state.board, self.state.closed
        shut = {cell for cell in closed if self._shuts_off(cell)}
        locked = {cell for cell in shut if self._openers(cell)}
        open_fields = paths_from(board, self.home, shut).steps.keys() - shut if locked else set()
        found = set[str]()
        while locked:
            behind = paths_from(board, locked.pop(), open_fields).steps.keys() - open_fields
            locked -= behind
            if any(self._promises(cell) for cell in behind):
                found.update(thing for cell in behind & closed for thing in self._openers(cell))
        return found

    def _shuts_off(self, cell: Cell) -> bool:
        """Tell whether a closed stone stops a master who has only the key of his kit."""
        kind = self.state.board.kind(cell)
        own_key = key_of(self.player.colour)
        return kind == COFFIN or (kind in (DOOR, LOCK) and own_key not in self._openers(cell))

    def _promises(self, cell: Cell) -> bool:
        kinds, lying = self.state.crypt.kinds, self.state.lying.get(cell, ())
        hidden = cell in self.state.closed and self.state.board.kind(cell) in (CHEST, COFFIN)
        return hidden or any(kinds[thing] == TREASURE for thing in lying)

    def _openers(self, cell: Cell) -> tuple[str, ...]:
        """Return what opens a lock, or a door whose face this seat has seen."""
        field = self.state.board.fields[cell]
        if field.kind == LOCK:
            return (key_of(field.colour),)
        face = known_face(self.state, self.seat, cell) if field.kind == DOOR else None
        return self.state.crypt.doors[face] if face is not None else ()

    def wishes(self, rng: Random) -> Iterator[CryptMove]:
        """Yield the wanted moves, the most wanted first; not all of them are legal."""
        turn = self.state.turn
        yield from self._at_no_cost()
        if turn.master_left and turn.why_over(Figure.MASTER) is None:
            yield from self._master_walks(rng)
        if turn.servant_left and turn.why_over(Figure.SERVANT) is None:
            yield from self._servant_walks()
        yield m.EndTurn(self.seat)

    def _at_no_cost(self) -> Iterator[CryptMove]:
        player = self.player
        if player.hearts < HEARTS and heart_of(self.state):
            yield m.Heal(self.seat)
        for figure in Figure:
            if player.at(figure) == self.home:
                yield from (m.Drop(self.seat, figure, thing) for thing in self.treasures(figure))
        room = LIMITS[Figure.SERVANT] - len(player.servant_bag)
        if player.master == player.servant and self.of_master[:room]:
            yield m.Swap(self.seat, self.of_master[:room], ())
        lying = self.state.lying.get(player.master, ())
        for thing in sorted(set(lying), key=lambda each: (-self.worth(each), each)):
            yield from self._taking(thing)

    def _taking(self, thing: str) -> Iterator[CryptMove]:
        """Yield taking the thing or, if there is no room, first laying down something worth less."""
        bag = self.player.master_bag
        if count_owned(self.player, thing) >= alike(self.state, thing):
            return
        if len(bag) < LIMITS[Figure.MASTER]:
            yield m.Take(self.seat, thing)
            return
        least = min(bag, key=self.worth)
        if self.worth(least) < self.worth(thing):
            yield m.Drop(self.seat, Figure.MASTER, least)

    def worth(self, thing: str) -> float:
        kind = self.state.crypt.kinds[thing]
        if kind in WORTH:
            return WORTH[kind]
        return OPENER_WORTH if thing in self.needed else A_LITTLE

    def _servant_walks(self) -> Iterator[CryptMove]:
        """Yield a step to a master with treasures, or home."""
        fetches = bool(self.of_master) and not self.player.servant_bag and not self.all_found
        goal, here = (self.player.master if fetches else self.home), self.player.servant
        if goal == here:
            return
        # Only on the way home does he risk a door that may shut behind him.
        blocked = {cell for cell in self.state.closed if fetches or not self._servant_passes(cell)}
        paths = paths_from(self.state.board, here, blocked)
        if goal in paths.steps:
            yield m.Step(self.seat, Figure.SERVANT, paths.first_step(goal))

    def _servant_passes(self, cell: Cell) -> bool:
        return why_no_entry(self.state, Figure.SERVANT, cell) is None

    def _master_walks(self, rng: Random) -> Iterator[CryptMove]:
        """Yield the act that the best goal needs, or a step towards it."""
        state, here = self.state, self.player.master
        blocked = {cell for cell in state.closed if not self._master_passes(cell)}
        paths = paths_from(state.board, here, blocked)
        goals = [
            (worth / (paths.steps[cell] + 2), cell)
            for cell in (*state.closed, *state.lying, self.home)
            if cell in paths.steps and cell != here and (worth := self._goal_worth(cell))
        ]
        if goals:
            towards = paths.first_step(max(goals)[1])
            yield from self._deeds(towards)
            yield m.Step(self.seat, Figure.MASTER, towards)
        else:
            doors = doors_around(state)
            yield from (m.ShutIn(self.seat, door) for door in rng.sample(doors, len(doors)))

    def _master_passes(self, cell: Cell) -> bool:
        """Tell whether the master can walk over a closed stone, opening those that he knows he can
        open."""
        if self.state.board.kind(cell) != DOOR or stands_open(self.state, cell):
            return why_no_entry(self.state, Figure.MASTER, cell) is None
        if not knows(self.state, self.seat, cell):
            return False
        with_tool, with_key = openers(self.state, cell)
        return with_key or bool(with_tool)

    def _goal_worth(self, cell: Cell) -> float:
        if cell == self.home:
            return self._worth_of_home()
        if self.all_found:
            return 0.0
        state, kind = self.state, self.state.board.kind(cell)
        if cell not in state.closed or (kind == DOOR and stands_open(state, cell)):
            return sum(
                self.worth(thing) for thing in state.lying.get(cell, ()) if any(self._taking(thing))
            )
        if kind == COFFIN:
            return COFFIN_WORTH if self.dares and self.carried < LOAD else 0.0
        if kind == CHEST:
            return CHEST_WORTH
        known = knows(state, self.seat, cell) if kind == DOOR else not self._master_passes(cell)
        return 0.0 if known else UNKNOWN_WORTH

    def _worth_of_home(self) -> float:
        """Return what coming home is worth: to win, to bring treasures, to fill the kit for a fight."""
        if self.all_found:
            return LAST_WORTH
        armed = not self.state.crypt.weapons.isdisjoint(self.player.master_bag)
        weak = armed and not self.dares
        return (LOAD_WORTH if len(self.of_master) >= LOAD else 0.0) + (COFFIN_WORTH if weak else 0.0)

    def _deeds(self, cell: Cell) -> Iterator[CryptMove]:
        """Yield the acts possible at a closed stone beside the master, short of stepping on it."""
        kind = self.state.board.kind(cell)
        if kind == COFFIN:
            yield m.Fight(self.seat, cell)
        elif kind == DOOR and cell in self.state.closed:
            if not knows(self.state, self.seat, cell):
                yield m.Peek(self.seat, cell)
            else:
                faces = sorted(openers(self.state, cell)[0])
                yield from (m.UseTool(self.seat, cell, face) for face in faces)
                yield m.UseKey(self.seat, cell)

"""Fights: the throw, wounds before the kill, and death."""

from collections import Counter
from dataclasses import replace

from companion.games.game import Json
from companion.games.gruftmeister.board import COFFIN, Cell
from companion.games.gruftmeister.fighting.odds import kill_chance, win_chance, wound_chance
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER, BreakOff, Fight, Figure, Throw
from companion.games.gruftmeister.state import HEARTS, Blow, Fighting, State
from companion.games.gruftmeister.walking import why_not_beside


def stones_thrown(state: State) -> tuple[str, ...]:
    """Return the weapons and armour that the master throws: only those he carries himself [decided]."""
    fit = state.crypt.weapons | state.crypt.armour
    return tuple(thing for thing in state.mover.master_bag if thing in fit)


def why_not_fight(state: State, move: Fight) -> str | None:
    """Return why the master cannot fight for that coffin."""
    if reason := why_not_beside(state, move.coffin, COFFIN):
        return reason
    if move.coffin in state.turn.beaten:
        return "its monster is beaten, step in"
    armed = not state.crypt.weapons.isdisjoint(state.mover.master_bag)
    return None if armed else "the master carries no weapon"


def fight(state: State, move: Fight) -> State:
    """Begin the fight: it is part of the master's walk."""
    return replace(state, turn=state.turn.acts(Figure.MASTER), waiting=Fighting(move.coffin))


def why_not_throw(state: State, move: Throw) -> str | None:
    """Return why the stones lying there cannot be this master's throw."""
    thrown = stones_thrown(state)
    if len(move.faces) != len(thrown) + 1:
        return f"{len(move.faces)} stones lie there, {len(thrown) + 1} were thrown"
    up = Counter(move.faces)
    if up[MONSTER] + up[LOGO] != 1:
        return "one stone shows either the monster or the logo"
    for face in move.faces:
        if face not in (MONSTER, LOGO, BACK) and up[face] > thrown.count(face):
            return f"{up[face]} {face} lie there, the master carries {thrown.count(face)}"
    return None


def throw(state: State, move: Throw) -> State:
    """Count wounds, then the kill."""
    fighting = state.waiting
    assert isinstance(fighting, Fighting)
    armour = sum(face in state.crypt.armour for face in move.faces)
    monster = move.faces.count(MONSTER)
    wounds = max(0, monster - armour)
    hearts = state.mover.hearts - wounds
    dead = hearts <= 0
    killed = not dead and not state.crypt.weapons.isdisjoint(move.faces)
    coffin = fighting.coffin
    blocked = min(monster, armour)
    blow = Blow(move.seat, coffin, move.faces, wounds, blocked, max(hearts, 0), killed, dead)
    state = replace(state, blow=blow)
    if dead:
        return _die(state, coffin)
    state = state.with_mover(replace(state.mover, hearts=hearts))
    if killed:
        turn = replace(state.turn, beaten=state.turn.beaten | {coffin})
        return replace(state, turn=turn, waiting=None)
    return replace(state, waiting=Fighting(coffin, fighting.throws + 1))


def _die(state: State, coffin: Cell) -> State:
    """Bury what the master carries, and send him home with a new kit; his walk is over."""
    player, start = state.mover, state.home_of(state.turn.seat)
    grave = tuple(sorted((*state.buried.get(coffin, ()), *player.master_bag)))
    buried = {**state.buried, coffin: grave} if grave else state.buried
    player = replace(player, master=start, hearts=HEARTS, master_bag=())
    turn = replace(state.turn, fallen=True)
    return replace(state.with_mover(player), buried=buried, turn=turn, waiting=None)


def why_not_break_off(state: State, _move: BreakOff) -> str | None:
    """Return why the fight cannot be left now: that is possible only after a throw."""
    fighting = state.waiting
    thrown = isinstance(fighting, Fighting) and fighting.throws
    return None if thrown else "not before the first throw"


def break_off(state: State, _move: BreakOff) -> State:
    """Leave the coffin closed."""
    return replace(state, waiting=None)


def count_arms(state: State) -> tuple[int, int]:
    """Return how many weapons and how many pieces of armour the master would throw now."""
    thrown = stones_thrown(state)
    weapons = sum(thing in state.crypt.weapons for thing in thrown)
    return weapons, len(thrown) - weapons


def winning_chance(state: State) -> float:
    """Return the chance of the master whose turn it is to win, fighting to the end."""
    return win_chance(state.mover.hearts, *count_arms(state))


def fight_odds(state: State) -> dict[str, Json]:
    """Return the odds of the next throw, and of fighting to the end, for the master to move."""
    weapons, armour = count_arms(state)
    return {
        "weapons": weapons,
        "armour": armour,
        "hearts": state.mover.hearts,
        "kill": kill_chance(weapons),
        "wound": wound_chance(armour),
        "win": winning_chance(state),
    }

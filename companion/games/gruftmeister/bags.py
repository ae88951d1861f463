"""What the two figures carry: limits, picking up, laying down, handing over, hearts."""

from dataclasses import replace

from companion.games.gruftmeister.crypt import HEART, TREASURE, key_of
from companion.games.gruftmeister.moves import Drop, Figure, Heal, Swap, Take
from companion.games.gruftmeister.state import HEARTS, Player, State
from companion.games.gruftmeister.stones import laid_down, without

LIMITS = {Figure.MASTER: 5, Figure.SERVANT: 2}


def alike(state: State, thing: str) -> int:
    """Return how many of that thing one player may have: two treasures, two hearts, or one of anything
    else."""
    return 2 if state.crypt.kinds[thing] in (TREASURE, HEART) else 1


def count_owned(player: Player, thing: str) -> int:
    """Return how many a player has: in both bags, and as the kit's key, which counts together with the
    keys of all four colours."""
    kit = thing == key_of(player.colour)
    return player.master_bag.count(thing) + player.servant_bag.count(thing) + kit


def why_not_take(state: State, move: Take) -> str | None:
    """Return why the master cannot pick that up. Taking costs no step, so his walk may be over."""
    player = state.mover
    if move.thing not in state.lying.get(player.master, ()):
        return f"no {move.thing} lies where the master stands, at ({player.master})"
    if len(player.master_bag) >= LIMITS[Figure.MASTER]:
        return f"the master carries {LIMITS[Figure.MASTER]} things already"
    if count_owned(player, move.thing) >= alike(state, move.thing):
        return f"master and servant may have only {alike(state, move.thing)} {move.thing} together"
    return None


def has_room_for(state: State, thing: str) -> bool:
    """Tell whether the master may have one more of that thing."""
    player = state.mover
    has_room = len(player.master_bag) < LIMITS[Figure.MASTER]
    return has_room and count_owned(player, thing) < alike(state, thing)


def take(state: State, move: Take) -> State:
    """Put the thing into the master's bag."""
    player = state.mover
    left = _less(state.lying[player.master], (move.thing,))
    lying = without(state.lying, player.master)
    state = replace(state, lying={**lying, player.master: left} if left else lying)
    return state.with_mover(player.carrying(Figure.MASTER, (*player.master_bag, move.thing)))


def why_not_drop(state: State, move: Drop) -> str | None:
    """Return why that figure cannot lay the thing down."""
    carries = move.thing in state.mover.bag(move.figure)
    return None if carries else f"the {move.figure} carries no {move.thing}"


def drop(state: State, move: Drop) -> State:
    """Lay the thing down; a treasure on one's own start field is home for good [decided]."""
    player, cell = state.mover, state.mover.at(move.figure)
    player = player.carrying(move.figure, _less(player.bag(move.figure), (move.thing,)))
    at_home = cell == state.home_of(state.turn.seat)
    if at_home and state.crypt.kinds[move.thing] == TREASURE:
        return state.with_mover(replace(player, home=player.home + 1))
    return laid_down(state.with_mover(player), cell, (move.thing,))


def why_not_swap(state: State, move: Swap) -> str | None:
    """Return why the two figures cannot hand that over: they have not met, do not carry it, or would
    have too much."""
    player = state.mover
    if player.master != player.servant:
        return f"the master is at ({player.master}), the servant at ({player.servant})"
    if not move.to_servant and not move.to_master:
        return "nothing is handed over"
    for figure, given in ((Figure.MASTER, move.to_servant), (Figure.SERVANT, move.to_master)):
        for thing in given:
            if given.count(thing) > player.bag(figure).count(thing):
                return f"the {figure} carries too few {thing}"
    for figure, bag in _after(player, move).items():
        if len(bag) > LIMITS[figure]:
            return f"the {figure} can carry only {LIMITS[figure]} things"
    return None


def swap(state: State, move: Swap) -> State:
    """Hand things over, in both directions at once."""
    player = state.mover
    for figure, bag in _after(player, move).items():
        player = player.carrying(figure, bag)
    return state.with_mover(player)


def _after(player: Player, move: Swap) -> dict[Figure, tuple[str, ...]]:
    return {
        Figure.MASTER: (*_less(player.master_bag, move.to_servant), *move.to_master),
        Figure.SERVANT: (*_less(player.servant_bag, move.to_master), *move.to_servant),
    }


def why_not_heal(state: State, _move: Heal) -> str | None:
    """Return why the heart cannot be put into the kit."""
    if state.mover.hearts >= HEARTS:
        return f"the kit has {HEARTS} hearts"
    return None if heart_of(state) else "the master carries no heart"


def heal(state: State, _move: Heal) -> State:
    """Put a heart from the master's bag into the kit."""
    player = state.mover
    bag = _less(player.master_bag, (heart_of(state),))
    return state.with_mover(replace(player.carrying(Figure.MASTER, bag), hearts=player.hearts + 1))


def heart_of(state: State) -> str:
    """Return the heart in the master's bag, by its name; empty if he carries none."""
    return next((thing for thing in state.mover.master_bag if state.crypt.kinds[thing] == HEART), "")


def _less(things: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(things)
    for thing in gone:
        left.remove(thing)
    return tuple(left)

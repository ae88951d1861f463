"""The turn passing on, coming home with everything, and playing on for second and third place."""

from dataclasses import replace

from companion.games.game import Outcome, Seat
from companion.games.gruftmeister.moves import EndTurn
from companion.games.gruftmeister.state import HOME_TO_WIN, Fighting, State, Turn

PLACES = ("first", "second", "third")


def why_not_end_turn(_state: State, _move: EndTurn) -> str | None:
    """Return None: the turn may be ended whenever nothing waits, walking less is allowed."""
    return None


def end_turn(state: State, _move: EndTurn) -> State:
    """Pass the turn on: doors opened with a key shut, a win not used lapses [decided]."""
    return replace(state, turn=Turn(_next(state)))


def _next(state: State) -> Seat:
    """Return the next seat, clockwise, that has no place yet; the same one if it is the last."""
    count = len(state.players)
    after = (Seat((state.turn.seat - 1 + gap) % count + 1) for gap in range(1, count + 1))
    return next(seat for seat in after if seat not in state.places)


def settled(state: State) -> State:
    """Give the player whose turn it is a place if all is home; the turn passes on if others play on."""
    player, seat = state.mover, state.turn.seat
    home = state.home_of(seat)
    if player.home < HOME_TO_WIN or not player.master == player.servant == home or seat in state.places:
        return state
    state = replace(state, places=(*state.places, seat))
    return state if ended(state) else replace(state, turn=Turn(_next(state)))


def ended(state: State) -> bool:
    """Tell whether all places are won that are played for, or the one fight is over."""
    if state.alone:
        return not isinstance(state.waiting, Fighting)
    left = len(state.players) - len(state.places)
    alone_left = bool(state.places) and left < 2
    return len(state.places) >= state.places_wanted or alone_left or _too_few_treasures(state)


def _too_few_treasures(state: State) -> bool:
    """Tell whether nobody without a place can have enough treasures any more.

    The rules do not speak of it, since the published stones may always suffice. Decided here: the
    game ends, and with no winner yet, those with most treasures at home have won.
    """
    home = [player.home for player in state.players]
    most = max(count for seat, count in enumerate(home, 1) if seat not in state.places)
    return most < HOME_TO_WIN and most + state.crypt.treasures - sum(home) < HOME_TO_WIN


def outcome(state: State) -> Outcome | None:
    """Return who has won, with the places, or how the one fight went; None while it goes on."""
    if not ended(state):
        return None
    if state.alone:
        return _fight_outcome(state)
    if not state.places:
        most = max(player.home for player in state.players)
        winners = tuple(Seat(at) for at, player in enumerate(state.players, 1) if player.home == most)
        return Outcome(
            winners, f"most treasures at home ({most}), nobody can have {HOME_TO_WIN} any more"
        )
    places = "; ".join(f"seat {seat} is {PLACES[at]}" for at, seat in enumerate(state.places))
    why = f"{places}, with {HOME_TO_WIN} treasures and both figures on the start field"
    return Outcome(state.places[:1], why)


def _fight_outcome(state: State) -> Outcome:
    assert state.blow is not None
    if state.blow.dead:
        return Outcome((), "the monster has killed the master")
    if state.blow.killed:
        return Outcome((state.blow.seat,), "the monster is dead")
    return Outcome((), "the master has broken off the fight")

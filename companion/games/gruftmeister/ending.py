"""The end of a turn, coming home with everything, playing on for places, and a game that has come to a
standstill."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.game import Outcome, Seat
from companion.games.gruftmeister.board import CHEST, COFFIN
from companion.games.gruftmeister.crypt import TREASURE
from companion.games.gruftmeister.moves import EndGame, EndTurn, PlayOn
from companion.games.gruftmeister.state import HOME_TO_WIN, Fighting, Player, State, Turn
from companion.games.gruftmeister.stones import unseen

PLACES = ("first", "second", "third")
IDLE_ROUNDS = 2
"""Turns without any achievement after which play has probably come to a standstill [decided], counted
for each player: anyone who still hopes for a stone reaches it within ten steps."""
ARMED_IDLE_ROUNDS = 2 * IDLE_ROUNDS
"""The same while a weapon is in sight."""


def why_not_end_turn(_state: State, _move: EndTurn) -> str | None:
    """Return None: a turn that waits for nothing may always be ended, even with steps left."""
    return None


def end_turn(state: State, _move: EndTurn) -> State:
    """Pass the turn on: doors opened with a key shut, an unused win lapses [decided]."""
    return replace(state, turn=Turn(_next(state)))


def _next(state: State) -> Seat:
    """Return the next seat, clockwise, without a place yet; the same one if it is the last."""
    count = len(state.players)
    after = (Seat((state.turn.seat - 1 + gap) % count + 1) for gap in range(1, count + 1))
    return next(seat for seat in after if seat not in state.places)


def settled(state: State) -> State:
    """Give the player whose turn it is a place if everything is home; the turn passes on if others play
    on."""
    player, seat = state.mover, state.turn.seat
    home = state.home_of(seat)
    if player.home < HOME_TO_WIN or not player.master == player.servant == home or seat in state.places:
        return state
    state = replace(state, places=(*state.places, seat))
    return state if ended(state) else replace(state, turn=Turn(_next(state)))


def ended(state: State) -> bool:
    """Tell whether all places are won, or the single fight is over."""
    if state.alone:
        return not isinstance(state.waiting, Fighting)
    left = len(state.players) - len(state.places)
    alone_left = bool(state.places) and left < 2
    over = len(state.places) >= state.places_wanted or alone_left or state.called_off
    return over or _at_a_stand(state)


def fights_are_possible(state: State) -> bool:
    """Tell whether a fight may still be fought, as far as all can know it.

    It may while a weapon is carried, lies open or may lie under a closed chest [decided]; a beaten
    monster needs no weapon any more.
    """
    return _weapon_in_sight(state) or not state.crypt.weapons.isdisjoint(unseen(state, CHEST))


def _weapon_in_sight(state: State) -> bool:
    if state.waiting is not None or state.turn.beaten:
        return True
    carried = (thing for player in state.players for bag in _bags(player) for thing in bag)
    return not state.crypt.weapons.isdisjoint((*carried, *_lying(state)))


def seems_at_a_stand(state: State) -> bool:
    """Tell whether play has probably come to a standstill, though the table does not know it [decided].

    If stones were entered wrongly, the stones that are needed may not really lie there. So closed stones
    do not count here: play seems to stand still if without them nobody can fight or get enough
    treasures, and for some rounds everybody has only walked. A weapon in sight may be entered wrongly,
    too: if a player who could fight does not in twice as many rounds, it is not there. A person decides.
    """
    if state.alone or ended(state) or state.waiting is not None:
        return False
    playing = [player for seat, player in enumerate(state.players, 1) if seat not in state.places]
    rounds = ARMED_IDLE_ROUNDS if _weapon_in_sight(state) else IDLE_ROUNDS
    if state.idle < rounds * len(playing):
        return False
    in_sight = _treasures(state, _lying(state)) + sum(_carried(state, player) for player in playing)
    return max(player.home for player in playing) + in_sight < HOME_TO_WIN


def why_not_end_game(state: State, _move: EndGame) -> str | None:
    """Return why the host cannot end the game here."""
    return None if seems_at_a_stand(state) else "play has not come to a stand"


def end_game(state: State, _move: EndGame) -> State:
    """End the game in its present state: it is scored like any other."""
    return replace(state, called_off=True)


def why_not_play_on(state: State, _move: PlayOn) -> str | None:
    """Return why nobody can play on for the next place."""
    left = len(state.players) - len(state.places)
    won = bool(state.places) and len(state.places) >= state.places_wanted and not state.called_off
    if not won or state.alone:
        return "no place was won last"
    if len(state.places) >= len(PLACES) or left < 2:
        return "there is no place left to play for"
    return "nobody else can bring enough home any more" if _at_a_stand(state) else None


def play_on(state: State, _move: PlayOn) -> State:
    """Let the others play on for one place more [decided: it may be agreed on after a win, too].

    With the end all were told what had been seen under doors: it is known to all now.
    """
    told = {door for _, door in state.peeked if door in state.under}
    wanted = len(state.places) + 1
    after = replace(state, places_wanted=wanted, shown=state.shown | told)
    return replace(after, turn=Turn(_next(after)))


def _at_a_stand(state: State) -> bool:
    """Tell whether no player without a place can get enough treasures any more [decided].

    Treasures count if they are carried, lie open or lie under closed stones; under coffins only while a
    fight is possible. The published rules do not speak of it.
    """
    playing = [player for seat, player in enumerate(state.players, 1) if seat not in state.places]
    done = [player for seat, player in enumerate(state.players, 1) if seat in state.places]
    most = max(player.home for player in playing)
    left = state.crypt.treasures - sum(player.home for player in state.players)
    left -= sum(_carried(state, player) for player in done)
    if not fights_are_possible(state):
        left -= _under_coffins(state)
    return most < HOME_TO_WIN and most + left < HOME_TO_WIN


def _under_coffins(state: State) -> int:
    buried = [thing for things in state.buried.values() for thing in things]
    return _treasures(state, (*unseen(state, COFFIN).elements(), *buried))


def _carried(state: State, player: Player) -> int:
    return sum(_treasures(state, bag) for bag in _bags(player))


def _treasures(state: State, things: Iterable[str]) -> int:
    return sum(state.crypt.kinds[thing] == TREASURE for thing in things)


def _lying(state: State) -> Iterator[str]:
    return (thing for things in state.lying.values() for thing in things)


def _bags(player: Player) -> tuple[tuple[str, ...], ...]:
    return player.master_bag, player.servant_bag


def why_ended(state: State) -> str | None:
    """Return how the game ended, as one word; None while it goes on.

    ``home``: all places are won; ``no_fight``: there are no weapons left, and without what lies under
    the coffins nobody can win; ``too_few``: too few treasures are left; ``stood_still``: the host has
    ended it, since play had come to a stand; of a single fight ``killed``, ``dead`` or ``broken_off``.
    """
    if not ended(state):
        return None
    if state.alone:
        assert state.blow is not None
        return "dead" if state.blow.dead else "killed" if state.blow.killed else "broken_off"
    if state.called_off:
        return "stood_still"
    if len(state.places) >= state.places_wanted or not _at_a_stand(state):
        return "home"
    return "too_few" if fights_are_possible(state) else "no_fight"


def outcome(state: State) -> Outcome | None:
    """Return who has won, with the places, or how the single fight went; None while it goes on."""
    if not ended(state):
        return None
    if state.alone:
        return _fight_outcome(state)
    if not state.places:
        return _stand_outcome(state)
    places = "; ".join(f"seat {seat} is {PLACES[at]}" for at, seat in enumerate(state.places))
    why = f"{places}, with {HOME_TO_WIN} treasures and both figures on the start field"
    return Outcome(state.places[:1], why)


def _stand_outcome(state: State) -> Outcome:
    """Return who has won if nobody can come home with enough any more [decided].

    Most treasures at home win, then most at home and carried together, then most hearts in the kit.
    """
    worth = [
        (player.home, player.home + _carried(state, player), player.hearts) for player in state.players
    ]
    best = max(worth)
    winners = tuple(Seat(at) for at, each in enumerate(worth, 1) if each == best)
    stand = "play stood still" if state.called_off else f"nobody can have {HOME_TO_WIN} any more"
    why = f"most treasures at home ({best[0]}), {stand}"
    if sum(each[0] == best[0] for each in worth) > len(winners):
        why += f"; {best[1]} with those carried, {best[2]} hearts"
    return Outcome(winners, why)


def _fight_outcome(state: State) -> Outcome:
    assert state.blow is not None
    if state.blow.dead:
        return Outcome((), "the monster has killed the master")
    if state.blow.killed:
        return Outcome((state.blow.seat,), "the monster is dead")
    return Outcome((), "the master has broken off the fight")

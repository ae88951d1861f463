"""The referee of Gruftmeister: what the thrown stones mean in a fight.

A throw shows as one stone more than the master threw of weapons and armour, none of which lies where it
lay. Stones that may just have been laid there, or pushed aside, are asked about. What follows a throw is
a person's choice: it is offered with its odds.
"""

from collections.abc import Sequence

from companion.games.gruftmeister.fighting.fights import fight_odds, stones_thrown
from companion.games.gruftmeister.legal import why_not
from companion.games.gruftmeister.moves import LOGO, MONSTER, Figure, Step, Throw
from companion.games.gruftmeister.state import Fighting, State
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import Choice, Place, Proposal, Say, Verdict, places_of
from companion.table.plays.gruftmeister.memory import RememberedStones
from companion.table.plays.gruftmeister.ways import (
    NO_DOUBT_OF_THE_COUNT,
    Faces,
    Ways,
    nearest,
    without_spots,
)
from companion.table.plays.gruftmeister.words import face_of, faces_of, result_of
from companion.table.tracking.decide import MOST_ANSWERS
from vision.readings.tokens import Token, TokenReading


def weigh(
    position: Position[State], remembered: RememberedStones, reading: TokenReading
) -> Verdict[RememberedStones]:
    """Say what a finished reading means in this position."""
    state, offered = position.state, what_follows(position, remembered)
    if not isinstance(state.waiting, Fighting) or remembered.is_where_it_lay(reading):
        return Verdict(remembered, offered)
    expected = len(stones_thrown(state)) + 1
    reading = without_spots(reading, expected)
    seen = len(reading.tokens)
    if remembered.is_where_it_lay(reading):
        return Verdict(remembered, offered)
    if seen < expected:
        return _too_few(remembered, reading, expected, offered)
    if seen > expected:
        many = {"seen": seen, "expected": expected}
        say = Say("gruftmeister.notice.too_many", many, _old(remembered, reading))
        return Verdict(remembered, offered, say)
    return _thrown(position, remembered, reading)


def what_follows(
    position: Position[State], remembered: RememberedStones
) -> Proposal[RememberedStones] | None:
    """Offer what may be done after a throw: break off or throw again, or step in."""
    state = position.state
    if position.has_ended:
        return None
    if isinstance(state.waiting, Fighting):
        return _fight_on(position, remembered) if state.waiting.throws else None
    blow = state.blow
    if blow is None or not blow.killed or state.waiting is not None:
        return None
    if why_not(state, Step(state.turn.seat, Figure.MASTER, blow.coffin)) is not None:
        return None
    words = {"seat": position.mover, "move": "step", "figure": "master", "to": list(blow.coffin)}
    choice = Choice("step-in", Say("gruftmeister.choice.step_in"), (words,), remembered)
    left = Say(
        "gruftmeister.offer.beaten", {"seat": str(position.mover), "steps": state.turn.master_left}
    )
    return Proposal("pending", left, (choice,))


def _fight_on(position: Position[State], remembered: RememberedStones) -> Proposal[RememberedStones]:
    odds = fight_odds(position.state)
    chances = {name: _percent(odds[name]) for name in ("kill", "wound", "win")}
    words = {"seat": position.mover, "move": "break_off"}
    choice = Choice("break-off", Say("gruftmeister.choice.break_off"), (words,), remembered)
    return Proposal("pending", Say("gruftmeister.offer.again", chances), (choice,))


def _percent(chance: object) -> int:
    """Return a chance in whole per cent; only what is certain is 0 or 100."""
    assert isinstance(chance, float)
    whole = round(100 * chance)
    return whole if chance in (0.0, 1.0) else min(99, max(1, whole))


def _too_few(
    remembered: RememberedStones,
    reading: TokenReading,
    expected: int,
    offered: Proposal[RememberedStones] | None,
) -> Verdict[RememberedStones]:
    """Wait for the stones: they are in the hand, or some cannot be seen."""
    if reading.is_empty:
        is_bare = not reading.covered and set(reading.doubts) <= NO_DOUBT_OF_THE_COUNT
        return Verdict(remembered.lifted() if is_bare else remembered, offered)
    if len(remembered.stayed(reading)) == len(reading.tokens):
        return Verdict(remembered, offered)  # they are being picked up
    remembered = (
        remembered.lifted() if reading.lifted else remembered
    )  # some were thrown; the others follow, or all again
    told = {"seen": len(reading.tokens), "expected": expected}
    cut_off = [token for token in reading.tokens if token.cut_off]
    code = "gruftmeister.notice.cut_off" if cut_off else "gruftmeister.notice.missing"
    return Verdict(remembered, offered, Say(code, told, _places(cut_off, reading)))


def _thrown(
    position: Position[State], remembered: RememberedStones, reading: TokenReading
) -> Verdict[RememberedStones]:
    """Propose the throw; ask which it is, or whether it is one."""
    state, ways = position.state, Ways.of(position.state, reading)
    if reading.sure and not ways.legal:
        return Verdict(remembered, what_follows(position, remembered), _misfit(state, reading))
    others = [faces for faces in nearest(state, reading) if faces not in ways.legal]
    choices = _choices(position, reading, [*ways.legal, *others][:MOST_ANSWERS])
    waiting = state.waiting
    assert isinstance(waiting, Fighting)
    again = waiting.throws > 0 or remembered.gone or reading.lifted
    if not again or not remembered.was_thrown_since(reading, ways.likely):
        return Verdict(remembered, _whether_thrown(position, remembered, reading, choices))
    if ways.is_settled(state, reading):
        return Verdict(remembered, Proposal("move", choices[0].say, choices))
    unsure = [token for token in reading.tokens if not token.sure]
    say = Say("gruftmeister.ask.which", places=_places(unsure, reading))
    return Verdict(remembered, Proposal("question", say, choices))


def _whether_thrown(
    position: Position[State],
    remembered: RememberedStones,
    reading: TokenReading,
    choices: tuple[Choice[RememberedStones], ...],
) -> Proposal[RememberedStones]:
    """Ask whether the stones that lie there were thrown, or laid there, or pushed aside."""
    not_thrown = Choice(
        "not-thrown", Say("gruftmeister.choice.not_thrown"), (), RememberedStones.of(reading)
    )
    state = position.state
    first = isinstance(state.waiting, Fighting) and not state.waiting.throws
    code = "gruftmeister.ask.first" if first or not remembered.stones else "gruftmeister.ask.again"
    return Proposal("question", Say(code), (*choices, not_thrown))


def _choices(
    position: Position[State], reading: TokenReading, throws: Sequence[Faces]
) -> tuple[Choice[RememberedStones], ...]:
    return tuple(
        Choice(
            f"throw-{number}",
            _result(position, faces),
            ({"seat": position.mover, "move": "throw", "faces": list(faces)},),
            RememberedStones.of(reading),
        )
        for number, faces in enumerate(throws)
    )


def _result(position: Position[State], faces: Faces) -> Say:
    """Say what the throw does."""
    seat = position.state.turn.seat
    after: State = position.game.play(position.state, Throw(seat, faces))
    assert after.blow is not None
    return Say(
        f"gruftmeister.seen.{result_of(after.blow)}",
        {"seat": str(position.mover), "faces": faces_of(faces), "hearts": after.blow.hearts},
    )


def _misfit(state: State, reading: TokenReading) -> Say:
    """Say why the stones that lie there cannot be what was thrown."""
    monsters = [token for token in reading.tokens if token.label in (MONSTER, LOGO)]
    if len(monsters) != 1:
        code = "gruftmeister.notice.two_monsters" if monsters else "gruftmeister.notice.no_monster"
        return Say(code, places=_places(monsters, reading))
    carried = list(stones_thrown(state))
    for token in reading.tokens:
        if token.label in carried:
            carried.remove(token.label)
        elif token.label in state.crypt.kinds:
            face = {"face": face_of(token.label)}
            return Say("gruftmeister.notice.not_carried", face, _places([token], reading))
    return Say("gruftmeister.notice.unknown")


def _old(remembered: RememberedStones, reading: TokenReading) -> tuple[Place, ...]:
    """Return where stones lie that lay there before: these are to be taken away."""
    return _places([reading.tokens[now] for now in remembered.stayed(reading)], reading)


def _places(tokens: Sequence[Token], reading: TokenReading) -> tuple[Place, ...]:
    return places_of((token.centre_px for token in tokens), reading.size_px)

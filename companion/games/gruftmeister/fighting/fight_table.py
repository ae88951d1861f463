"""The fight table: four masters' hearts and arms, fight after fight, beside a crypt that nobody tracks.

It is no game and has no end; each fight is a record of its own, as the package says (``fight_only``).
What is done there, in words like moves::

    {"move": "set", "colour": "red", "hearts": 2, "carries": ["sword"]}   either may be left out
    {"move": "fight", "colour": "red"}                                    the next fight
    {"move": "throw", "faces": ["monster", "sword"]}
    {"move": "break_off"}
    {"move": "undo"}                                                      the last throw
    {"move": "afresh"}                                                    another evening
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.errors import IllegalMove
from companion.games.game import Json, Seat, Setup, Words
from companion.games.gruftmeister.crypt import Crypt, crypt_of, ground_of
from companion.games.gruftmeister.ending import why_ended
from companion.games.gruftmeister.fighting.fights import fight_odds, stones_thrown
from companion.games.gruftmeister.fighting.odds import win_chance
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import HEARTS, Fighting, State
from companion.games.gruftmeister.view import blow_shape
from companion.games.words import choice, items, move_kind, only, text, whole

SEAT = Seat(1)
"""Each fight is one player's."""


@dataclass(frozen=True)
class Master:
    """What one master has: hearts in the kit, and the weapons and armour that he carries, sorted."""

    hearts: int = HEARTS
    carries: tuple[str, ...] = ()


@dataclass(frozen=True)
class FightTable:
    """The masters before the fight that is on, or was the last; and what was thrown in it."""

    masters: Mapping[str, Master]
    colour: str | None = None
    """The colour of the master who fights; None before the first fight."""
    throws: tuple[tuple[str, ...], ...] = ()
    is_left: bool = False
    """Whether it was broken off."""

    @property
    def setup(self) -> Setup:
        """The first line of the fight's record. Only where there is one."""
        assert self.colour is not None
        master = self.masters[self.colour]
        fighter: dict[str, Json] = {"carries": list(master.carries), "hearts": master.hearts}
        return Setup(GAME.name, (self.colour,), {"fight_only": True}, {"fighter": fighter})

    @cached_property
    def fight(self) -> State | None:
        """The fight that is on, or was the last, as far as it has come."""
        if self.colour is None:
            return None
        state = GAME.start(self.setup)
        for faces in self.throws:
            state = _thrown(state, faces)
        return state

    @property
    def is_on(self) -> bool:
        """Whether stones are to be thrown."""
        fight = self.fight
        return fight is not None and not self.is_left and isinstance(fight.waiting, Fighting)

    @property
    def now(self) -> Mapping[str, Master]:
        """The masters as they are now: what the fight has done to one of them is taken in."""
        fight = self.fight
        if fight is None or self.colour is None:
            return self.masters
        return {**self.masters, self.colour: Master(fight.mover.hearts, fight.mover.master_bag)}


def laid_out() -> FightTable:
    """Return four masters as they begin: three hearts and nothing in hand."""
    return FightTable({colour: Master() for colour in _crypt().colours})


def done(table: FightTable, words: Words) -> FightTable:
    """Return the fight table once that is done. Raises BadMove, IllegalMove."""
    match move_kind(words, ("set", "fight", "throw", "break_off", "undo", "afresh")):
        case "set":
            return _set(table, words)
        case "fight":
            return _begun(table, words)
        case "throw":
            only(words, ("faces",))
            if not table.is_on or table.fight is None:
                raise IllegalMove("no fight is on", hint="Begin one first.")
            faces = tuple(sorted(str(face) for face in items(words, "faces")))
            _thrown(table.fight, faces)
            return replace(table, throws=(*table.throws, faces))
        case "break_off":
            return replace(table, is_left=True)
        case "undo":
            return replace(table, throws=table.throws[:-1], is_left=False)
        case _:
            return laid_out()


def _thrown(fight: State, faces: tuple[str, ...]) -> State:
    return GAME.play(fight, GAME.parse(fight, SEAT, {"move": "throw", "faces": list(faces)}))


def _set(table: FightTable, words: Words) -> FightTable:
    """Say what one master has. His fight goes on with that, if he can still fight."""
    only(words, ("colour", "hearts", "carries"))
    colour, crypt = _colour(words), _crypt()
    before = table.now[colour]
    fit = sorted(crypt.weapons | crypt.armour)
    said = items(words, "carries", default=before.carries)
    carries = sorted(choice({"move": "set", "carries": each}, "carries", fit) for each in said)
    hearts = whole(words, "hearts", default=before.hearts, least=1)
    if hearts > HEARTS or len(set(carries)) != len(carries):
        raise IllegalMove(f"a kit has 1 to {HEARTS} hearts, and one of each thing is carried")
    after = FightTable({**table.now, colour: Master(hearts, tuple(carries))})
    goes_on = table.is_on and (table.colour != colour or not crypt.weapons.isdisjoint(carries))
    return replace(after, colour=table.colour) if goes_on else after


def _begun(table: FightTable, words: Words) -> FightTable:
    """Begin the next fight, of this master; one that is on is left."""
    only(words, ("colour",))
    colour = _colour(words)
    if _crypt().weapons.isdisjoint(table.now[colour].carries):
        raise IllegalMove(f"{colour} carries no weapon", hint="A fight needs one.")
    return FightTable(table.now, colour)


def _colour(words: Words) -> str:
    return choice(words, "colour", _crypt().colours)


def _crypt() -> Crypt:
    """Return the crypt whose stones are thrown: the things of every edition have the same names."""
    return crypt_of(ground_of("our_crypt", None))


def view(table: FightTable) -> dict[str, Json]:
    """Return it as JSON, for all.

    ``masters``: by colour, with ``win``, the chance to win the next fight, None without a weapon ·
    ``things``: the kinds of weapons and armour · ``fight``: whose, whether it is ``on``, what is thrown,
    the last ``blow``, how it ``ended``, the odds while it is on; None before the first.
    """
    crypt = _crypt()
    fit = {thing: kind for thing, kind in crypt.kinds.items() if thing in crypt.weapons | crypt.armour}
    return {
        "masters": [
            {
                "colour": colour,
                "hearts": master.hearts,
                "carries": list(master.carries),
                "win": _chance(crypt, master),
            }
            for colour, master in table.now.items()
        ],
        "things": {**fit},
        "fight": _fight(table),
    }


def _chance(crypt: Crypt, master: Master) -> float | None:
    weapons = len(crypt.weapons.intersection(master.carries))
    return win_chance(master.hearts, weapons, len(master.carries) - weapons) if weapons else None


def _fight(table: FightTable) -> Json:
    fight = table.fight
    if fight is None:
        return None
    ended = "broken_off" if table.is_left else why_ended(fight)
    stones: list[Json] = [*stones_thrown(fight)] if table.is_on else []
    return {
        "colour": table.colour,
        "on": table.is_on,
        "stones": stones,
        "throws": len(table.throws),
        "blow": blow_shape(fight),
        "ended": ended,
        "odds": fight_odds(fight) if table.is_on else None,
    }


def kept(table: FightTable) -> dict[str, Json]:
    """Write the table as it is kept over a restart."""
    masters: dict[str, Json] = {
        colour: {"hearts": master.hearts, "carries": list(master.carries)}
        for colour, master in table.masters.items()
    }
    throws: list[Json] = [list(faces) for faces in table.throws]
    return {"masters": masters, "colour": table.colour, "throws": throws, "left": table.is_left}


def read(words: Any) -> FightTable:
    """Read what was kept. Raises BadMove, IllegalMove, LookupError, TypeError where it is none."""
    table = laid_out()
    for colour, has in words["masters"].items():
        table = done(table, {**has, "move": "set", "colour": colour})
    if words["colour"] is None:
        return table
    table = done(table, {"move": "fight", "colour": text(words, "colour")})
    for faces in words["throws"]:
        table = done(table, {"move": "throw", "faces": faces})
    return replace(table, is_left=words["left"] is True)

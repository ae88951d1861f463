"""A record's first line: the colours, the layout of the parts, what was dealt; or a single fight."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.errors import BadSetup
from companion.games.game import Json, Seat, Setup
from companion.games.gruftmeister.board import CHEST, COFFIN, DOOR, Cell
from companion.games.gruftmeister.crypt import Crypt, crypt_of, ground_of
from companion.games.gruftmeister.moves import Figure
from companion.games.gruftmeister.state import HEARTS, Fighting, Player, State, Turn
from companion.games.gruftmeister.wording import cell_in
from companion.games.setup import near

DEALT = ("layout", "colours", "stones", "fighter")
HIDING = (CHEST, COFFIN, DOOR)
"""The fields whose stones have a secret side."""


@dataclass(frozen=True)
class FirstLine:
    """The meaning of a first line, and all its faults; ``ground`` is empty if the crypt is faulty."""

    ground: str
    faults: tuple[str, ...]


def checked(setup: Setup, fight_only: bool) -> FirstLine:
    """Look for the faults that only this game can recognise."""
    try:
        crypt_data = setup.options.get("crypt", "our_crypt")
        ground = ground_of(crypt_data, setup.dealt.get("layout"))
    except BadSetup as error:
        return FirstLine("", (str(error),))
    crypt = crypt_of(ground)
    faults = [*_colour_faults(crypt, setup), *_stone_faults(crypt, setup.dealt.get("stones"))]
    if fight_only or "fighter" in setup.dealt:
        faults += _fight_faults(crypt, setup, fight_only)
    return FirstLine(ground, tuple(faults))


def first_state(setup: Setup, ground: str, fight_only: bool) -> State:
    """Return the first state of a faultless first line."""
    board = crypt_of(ground).board
    players = tuple(
        Player(colour, board.starts[colour], board.starts[colour])
        for colour in _colours(crypt_of(ground), setup)
    )
    if fight_only:
        return _one_fight(setup.dealt["fighter"], ground, players[0])
    dealt: Any = setup.dealt.get("stones") or {}
    under = {_known_cell(place): str(face) for place, face in dealt.items()}
    return State(ground, players, Turn(Seat(1)), board.stones, under, dealt=bool(dealt))


def _known_cell(place: str) -> Cell:
    cell = cell_in(place)
    assert cell is not None
    return cell


def dealt(crypt: Crypt, rng: Random) -> dict[str, Json]:
    """Return what lies under all stones, shuffled, as ``stones`` of a first line (for simulations)."""
    lies: dict[str, Json] = {}
    for kind in HIDING:
        faces = sorted(Counter(crypt.stones[kind]).elements())
        rng.shuffle(faces)
        lies.update(zip(map(str, crypt.board.of_kind(kind)), faces, strict=True))
    return lies


def _one_fight(fighter: Any, ground: str, player: Player) -> State:
    """Begin the fight for any coffin of the board: its place does not matter."""
    crypt = crypt_of(ground)
    coffin = crypt.board.of_kind(COFFIN)[0]
    bag = tuple(sorted(fighter["carries"]))
    player = Player(player.colour, player.master, player.servant, fighter.get("hearts", HEARTS), bag)
    turn = Turn(Seat(1), (Figure.MASTER,))
    return State(ground, (player,), turn, crypt.board.stones, waiting=Fighting(coffin), alone=True)


def _colours(crypt: Crypt, setup: Setup) -> list[str]:
    given: Any = setup.dealt.get("colours")
    if given is None:
        return list(crypt.colours[: len(setup.seats)])
    return [given[seat] for seat in setup.seats]


def _colour_faults(crypt: Crypt, setup: Setup) -> Iterator[str]:
    given = setup.dealt.get("colours")
    if given is None:
        return
    if not isinstance(given, Mapping) or sorted(given) != sorted(setup.seats):
        yield f"colours: one for each of {', '.join(setup.seats)} is needed"
        return
    for seat, colour in given.items():
        if colour not in crypt.colours:
            yield f"colours: {seat}: {near(str(colour), crypt.colours)} is none of this crypt's"
    for colour, times in Counter(map(str, given.values())).items():
        if times > 1:
            yield f"colours: {times} seats are {colour}"


def _stone_faults(crypt: Crypt, stones: Json) -> Iterator[str]:
    if stones is None:
        return
    if not isinstance(stones, Mapping):
        yield "stones: must be an object of fields and what lies there"
        return
    lies = {cell_in(place): face for place, face in stones.items()}
    for kind in HIDING:
        cells = crypt.board.of_kind(kind)
        if missing := [cell for cell in cells if cell not in lies]:
            yield f"stones: nothing on the {kind} at ({missing[0]}), {len(missing)} in all"
            continue
        given = Counter(str(lies[cell]) for cell in cells)
        if given != +Counter(crypt.stones[kind]):
            extra = given - Counter(crypt.stones[kind])
            yield f"stones: more than there are for a {kind}: {', '.join(sorted(extra))}"
    hiding = {cell for kind in HIDING for cell in crypt.board.of_kind(kind)}
    for place in stones:
        if cell_in(place) not in hiding:
            yield f"stones: {place!r} is no chest, coffin or door"


def _fight_faults(crypt: Crypt, setup: Setup, fight_only: bool) -> Iterator[str]:
    fighter = setup.dealt.get("fighter")
    if not fight_only:
        yield "fighter: only with the option fight_only"
    if len(setup.seats) != 1:
        yield f"fight_only: {len(setup.seats)} seats, one fights"
    if not isinstance(fighter, Mapping) or not {"carries"} <= set(fighter) <= {"carries", "hearts"}:
        yield "fighter: must be an object with 'carries', and 'hearts' if they are not three"
        return
    hearts, carries = fighter.get("hearts", HEARTS), fighter["carries"]
    if type(hearts) is not int or not 1 <= hearts <= HEARTS:
        yield f"fighter: {hearts!r} hearts, there are 1 to {HEARTS}"
    fit = sorted(crypt.weapons | crypt.armour)
    if not isinstance(carries, list | tuple) or not all(thing in fit for thing in carries):
        yield f"fighter: 'carries' must list some of {', '.join(fit)}"
    elif len(set(carries)) != len(carries):
        yield "fighter: 'carries' has a thing twice, one of each may be carried"
    elif crypt.weapons.isdisjoint(map(str, carries)):
        yield "fighter: a fight needs a weapon"

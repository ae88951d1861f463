"""What is not sure in a reading of the nine dice: what of it does not matter, and what to ask about it.

A face or a place is never guessed. But a die that lies as it was surely read lies there surely, a speck
beside every die that must lie there is none of them, and a contact that changes nothing need not be
known.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import prod

from companion.games.carcassonne_dice.city import Cell, PlacedFace, clashes
from companion.games.carcassonne_dice.faces import CATAPULT, Faces
from companion.table.hooks.verdict import Place, Say, places_of
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.lying import Lying, unmoved
from vision.dice.grids import among, contacts_in, layouts
from vision.readings.dice import DiceReading, Die, Grid, GridDie

MOST_WAYS = 6
"""So many ways to read a throw are offered at most."""
MANY = 3
"""With more doubtful dice than this, only the two likeliest faces of each are thought of."""
SELDOM_ALIKE = 3
"""So many dice thrown again seldom show the very faces they showed before: three at most once in 36
throws, two once in 18."""
ANY_TURN_DEG = 90.0
"""How a die is turned that may show another face than that read is known to a quarter turn only."""
LEAST_CHANCE = 0.02
"""What a die shows with less chance than this, it does not show because such a one must lie there: then
it is another, or something else is wrong. Chosen by hand."""
MOST_LAYOUTS, LEAST_LAYOUT, NEARLY_ALL = 8, 0.002, 0.98
"""So many ways to touch are thought of, and none that is less probable than this. Where they are not
nearly all in sum, the reading stays unsure."""

SPECK = "maybe_extra"
"""The readers' doubt whether something is a die at all."""


def settled(
    reading: DiceReading, known: Sequence[Lying], must: Counter[str], catapults: int
) -> DiceReading:
    """Return the reading without the doubts that the dice known to lie there take away.

    ``must`` are the faces that must lie there, ``catapults`` how many of those may besides. They name no
    die that may have been thrown again, and none as what it hardly shows.
    """
    if reading.sure:
        return reading
    stayed = unmoved(known, reading)
    dice = tuple(
        replace(die, sure=True)
        if number in stayed and known[stayed[number]].sure and not die.cut_off
        else die
        for number, die in enumerate(reading.dice)
    )
    reading = _without_settled(replace(reading, dice=dice))
    if reading.sure:
        return reading
    ways = list(_accounts(reading, must, catapults))
    if len(ways) != 1:
        return reading
    kept = {number: face for number, face in enumerate(ways[0]) if face is not None}
    dice = tuple(replace(die, face=kept.get(n, die.face)) for n, die in enumerate(reading.dice))
    named = replace(reading, dice=dice)
    alone = lying_alone(reading)
    not_thrown = _not_thrown(known, named)
    for number, face in kept.items():
        die = reading.dice[number]
        if not die.sure and (number not in not_thrown or _chance(die, face) < LEAST_CHANCE):
            return reading
        # How another face than that read is turned is not known; of a die by itself it need not be.
        if face != die.face and number not in alone:
            return reading
    return _sure_but_contacts(only(named, list(kept)))


def _not_thrown(known: Sequence[Lying], named: DiceReading) -> set[int]:
    """Return the dice that can hardly have been thrown since they were known, as they are named.

    They lie where one of their face lay, or touch another; or so many dice besides show what must lie
    there that all of them were moved.
    """
    put = set(unmoved(known, named, ANY_TURN_DEG)).union(*contacts_in(named.grids))
    moved = sum(die.sure and number not in put for number, die in enumerate(named.dice))
    return set(range(len(named.dice))) if moved >= SELDOM_ALIKE else put


def _without_settled(reading: DiceReading) -> DiceReading:
    """Return the reading without the doubt about faces, if no die is left whose face is in doubt."""
    if not all(die.sure or die.cut_off for die in reading.dice):
        return reading
    doubts = tuple(doubt for doubt in reading.doubts if doubt != "die")
    return replace(reading, doubts=doubts, sure=not doubts)


def fits_account(reading: DiceReading, must: Counter[str], catapults: int) -> bool:
    """Tell whether some likely faces of the doubtful dice make it exactly those that must lie there."""
    return any(True for _ in _accounts(reading, must, catapults))


def _accounts(
    reading: DiceReading, must: Counter[str], catapults: int
) -> Iterator[tuple[str | None, ...]]:
    """Yield each way in which exactly the dice that must lie there do; None: no die at all."""
    faces = [die.face for die in reading.dice if die.sure]
    doubtful = [number for number, die in enumerate(reading.dice) if not die.sure]
    left = must - Counter(faces)
    if len(doubtful) > MANY or not _fit(faces, must, catapults):
        return
    no_die = [None] if SPECK in reading.doubts else []
    likely = [[*(faces_likely(reading.dice[n]) if left else []), *no_die] for n in doubtful]
    for way in product(*likely):
        named = [face for face in way if face is not None]
        if _fit([*faces, *named], must, catapults) and Counter(named) & left == left:
            given = dict(zip(doubtful, way, strict=True))
            yield tuple(given.get(n, die.face) for n, die in enumerate(reading.dice))


def _fit(faces: Sequence[str], must: Counter[str], catapults: int) -> bool:
    seen = Counter(faces)
    return seen.pop(CATAPULT, 0) <= catapults and not seen - must


def faces_likely(die: Die, most: int = 4) -> list[str]:
    """Return the faces that a die may show, likeliest first."""
    faces = [die.face, *(guess.label for guess in die.likely)]
    return list(dict.fromkeys(faces))[:most]


def lying_alone(reading: DiceReading) -> set[int]:
    """Return the dice that touch no other."""
    return {grid.dice[0].die for grid in reading.grids if len(grid.dice) == 1}


def only(reading: DiceReading, kept: Sequence[int]) -> DiceReading:
    """Return the reading with only those of its dice."""
    place = {number: new for new, number in enumerate(kept)}
    doubtful = tuple(
        replace(doubt, dice=tuple(place[die] for die in doubt.dice))
        for doubt in reading.doubtful
        if all(die in place for die in doubt.dice)
    )
    return replace(among(reading, kept), doubtful=doubtful)


def _sure_but_contacts(reading: DiceReading) -> DiceReading:
    """Return a reading whose dice are known to be these, with the doubt about contacts left in it."""
    doubts = tuple(doubt for doubt in reading.doubts if doubt == "grid")
    dice = tuple(replace(die, sure=True) for die in reading.dice)
    return replace(reading, dice=dice, doubts=doubts, sure=not doubts)


# Throws.


def throws_of(
    reading: DiceReading, kept: Collection[int], count: int
) -> list[tuple[DiceReading, list[int]]]:
    """Return the ways to read so many thrown dice beside those ``kept``, likeliest first.

    With each, the numbers in ``reading`` of its dice, in order. Such a reading is sure if no die of it
    is doubtful: a speck beside so many is none of the dice thrown.
    """
    thrown = [number for number in range(len(reading.dice)) if number not in kept]
    surely = [number for number in thrown if reading.dice[number].sure]
    doubtful = [number for number in thrown if not reading.dice[number].sure]
    need = count - len(surely)
    if not 0 <= need <= len(doubtful):
        return []
    ways: list[tuple[float, DiceReading, list[int]]] = []
    for chosen in combinations(doubtful, need):
        numbers = sorted([*kept, *surely, *chosen])
        for chance, faces in _faces(reading, chosen):
            dice = [replace(reading.dice[n], face=faces.get(n, reading.dice[n].face)) for n in numbers]
            way = replace(only(reading, numbers), dice=tuple(dice))
            sure = all(die.sure for die in dice) and (need == len(doubtful) or SPECK in reading.doubts)
            way = _sure_but_contacts(way) if sure else replace(way, sure=False)
            ways.append((chance, way, numbers))
    ways.sort(key=lambda way: -way[0])
    return [(way, numbers) for _, way, numbers in ways[:MOST_WAYS]]


def _faces(reading: DiceReading, chosen: Sequence[int]) -> Iterator[tuple[float, dict[int, str]]]:
    most = 4 if len(chosen) <= MANY else 2
    likely = [faces_likely(reading.dice[number], most) for number in chosen]
    for faces in product(*likely):
        named = dict(zip(chosen, faces, strict=True))
        chances = (_chance(reading.dice[number], face) for number, face in named.items())
        yield prod(chances), named


def _chance(die: Die, face: str) -> float:
    return next((guess.confidence for guess in die.likely if guess.label == face), die.confidence)


# Faces of dice put together.


def named_ways(reading: DiceReading, faces: Faces) -> list[DiceReading]:
    """Return the ways to name the doubtful dice that touch others, one die at a time, as read first.

    How another face than that read is turned is not known: so that it matches its neighbours.
    """
    return [
        reading,
        *(
            _named(reading, place, replace(seen, turns=turns), face)
            for place, grid in enumerate(reading.grids)
            for seen in grid.dice
            if len(grid.dice) > 1 and not reading.dice[seen.die].sure
            for face in faces_likely(reading.dice[seen.die])[1:]
            if (turns := _matching_turns(reading, grid, seen, face, faces)) is not None
        ),
    ]


def _matching_turns(
    reading: DiceReading, grid: Grid, seen: GridDie, face: str, faces: Faces
) -> int | None:
    others = {
        Cell(*other.cell): PlacedFace(reading.dice[other.die].face, other.turns)
        for other in grid.dice
        if other != seen
    }
    cell = Cell(*seen.cell)
    ways = (t for t in range(4) if not clashes(others, cell, PlacedFace(face, t), faces))
    return next(ways, None)


def _named(reading: DiceReading, place: int, turned: GridDie, face: str) -> DiceReading:
    """Return the reading with one die of a grid named so, and turned so."""
    dice, grids = list(reading.dice), list(reading.grids)
    dice[turned.die] = replace(dice[turned.die], face=face)
    grids[place] = Grid(tuple(turned if one.die == turned.die else one for one in grids[place].dice))
    return replace(reading, dice=tuple(dice), grids=tuple(grids))


# Contacts.


def contact_ways(reading: DiceReading) -> list[DiceReading]:
    """Return the ways in which these dice may touch, as read first: one where that is sure.

    One that is not sure where there are too many ways.
    """
    if "grid" not in reading.doubts:
        return [reading]
    ways = [way for way in layouts(reading, MOST_LAYOUTS) if way.probability >= LEAST_LAYOUT]
    if not reading.contacts or sum(way.probability for way in ways) < NEARLY_ALL:
        return [reading]
    doubts = tuple(doubt for doubt in reading.doubts if doubt != "grid")
    return [replace(reading, doubts=doubts, sure=not doubts, grids=way.grids) for way in ways]


# Words.


def words_for(reading: DiceReading, ways: Sequence[DiceReading] = (), whole_city: int = 0) -> Say:
    """Return which doubt there is, and about which die.

    ``whole_city``: how many dice the closed city has that there is if they touch; 0 where that is none.
    """
    doubtful = [die for die in reading.dice if not die.sure]
    cut = [die for die in doubtful if die.cut_off]
    if cut:
        return Say("notice.doubt_cut_off", {}, _places(cut[:1], reading))
    if doubtful:
        faces = faces_text(faces_likely(doubtful[0], 2))
        return Say("notice.doubt_face", {"faces": faces}, _places(doubtful[:1], reading))
    pairs = _unsure_contacts(ways)
    if pairs:
        one, other = (reading.dice[number] for number in pairs[0])
        faces = faces_text([one.face, other.face])
        where = _places([one, other], reading)
        if whole_city:
            return Say("notice.doubt_whole_city", {"dice": whole_city, "faces": faces}, where)
        return Say("notice.doubt_touching", {"faces": faces}, where)
    if "grid" in reading.doubts:
        return Say("notice.doubt_contacts")
    return Say("notice.doubt_hidden")


def _unsure_contacts(ways: Sequence[DiceReading]) -> list[tuple[int, int]]:
    found = [contacts_in(way.grids) for way in ways]
    every = frozenset[tuple[int, int]]().union(*found)
    return sorted(pair for pair in every if not all(pair in there for there in found))


def _places(dice: Sequence[Die], reading: DiceReading) -> tuple[Place, ...]:
    return places_of([die.centre_px for die in dice], reading.size_px)

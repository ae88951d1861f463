"""The possible faults of a crypt's data or of its layout, each in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.game import Json
from companion.games.gruftmeister.board import FLOOR, LOCK, ROCK, START, STONES, WAY
from companion.games.setup import near

PARTS = 12
SHAPES = ((3, 4), (4, 3))
TREASURES = 5

_COUNTS = {"*": int}
_SHAPE = {
    "name": str,
    "note": str,
    "colours": [str],
    "legend": {"*": str},
    "parts": {"*": [str]},
    "layout": [[str]],
    "things": {"*": str},
    "doors": {"*": {"tool": str, "key": str}},
    "stones": {"chest": _COUNTS, "coffin": _COUNTS, "door": _COUNTS},
}
_HOW_MANY_KINDS = {"weapon": 2, "armour": 2, "heart": 1}


def shape_faults(data: Json) -> list[str]:
    """Return what is missing, unknown or of the wrong type in a crypt's data."""
    return list(_shape_faults(data, _SHAPE, "crypt"))


def _shape_faults(value: Any, shape: Any, where: str) -> Iterator[str]:
    if isinstance(shape, type):
        if type(value) is not shape:
            wanted = "a text" if shape is str else "a whole number"
            yield f"{where}: {value!r:.40} is not {wanted}"
    elif isinstance(shape, list):
        if not isinstance(value, Sequence) or isinstance(value, str):
            yield f"{where}: {value!r:.40} is not a list"
            return
        for number, each in enumerate(value, 1):
            yield from _shape_faults(each, shape[0], f"{where}, number {number}")
    elif not isinstance(value, Mapping):
        yield f"{where}: {value!r:.40} is not an object"
    else:
        yield from _object_faults(value, shape, where)


def _object_faults(value: Mapping[str, Any], shape: Mapping[str, Any], where: str) -> Iterator[str]:
    if "*" in shape:
        for key, each in value.items():
            yield from _shape_faults(each, shape["*"], f"{where}: {key}")
        return
    yield from (f"{where}: {key!r} is missing" for key in shape if key not in value)
    yield from (f"{where}: unknown key {near(key, shape)}" for key in value if key not in shape)
    for key in shape:
        if key in value:
            yield from _shape_faults(value[key], shape[key], f"{where}: {key}")


def crypt_faults(data: Mapping[str, Any]) -> list[str]:
    """Return every fault of a crypt whose data are well-formed."""
    if len(set(data["colours"])) != 4 or len(data["colours"]) != 4:
        return [f"colours: four different ones are needed, not {', '.join(data['colours'])}"]
    return [
        *_legend_faults(data),
        *_part_faults(data),
        *_thing_faults(data),
        *_door_faults(data),
        *_stone_faults(data),
    ]


def _legend_faults(data: Mapping[str, Any]) -> Iterator[str]:
    colours = data["colours"]
    coloured = [f"{kind} {colour}" for kind in (LOCK, START) for colour in colours]
    known = [FLOOR, *(kind for kind in STONES if kind != LOCK), *coloured]
    for mark, kind in data["legend"].items():
        if len(mark) != 1 or mark in (ROCK, WAY):
            yield f"legend: {mark!r} must be one character, neither a space nor '#'"
        if kind not in known:
            yield f"legend: {mark!r} is {near(kind, known)}, which is no kind of field"


def _part_faults(data: Mapping[str, Any]) -> Iterator[str]:
    parts, legend = data["parts"], data["legend"]
    if len(parts) != PARTS:
        yield f"parts: there are {len(parts)}, a board has {PARTS}"
    sizes = {name: _size(part) for name, part in parts.items()}
    usual = Counter(sizes.values()).most_common(1)[0][0] if parts else (0, 0)
    for name, part in parts.items():
        if "+" in name or not name:
            yield f"part {name!r}: its name must be a text without '+'"
        if sizes[name] == (0, 0):
            yield f"part {name}: it needs an odd number of rows and columns, all rows equally long"
        elif sizes[name] != usual:
            yield f"part {name}: {_x(sizes[name])} fields, the others have {_x(usual)}"
        else:
            yield from _drawing_faults(f"part {name}", part, legend)
    drawn = Counter(legend[mark] for mark in _marks(parts.values(), legend))
    for colour in data["colours"]:
        if (found := drawn[f"{START} {colour}"]) != 1:
            yield f"parts: {found} start fields of {colour}, there must be one"


def _size(part: Sequence[str]) -> tuple[int, int]:
    """Return columns and rows of fields; 0, 0 if the drawing is not one."""
    lengths = {len(line) for line in part}
    if len(lengths) != 1 or len(part) < 3 or len(part) % 2 == 0:
        return 0, 0
    (length,) = lengths
    return (0, 0) if length < 3 or length % 2 == 0 else (length // 2, len(part) // 2)


def _drawing_faults(name: str, part: Sequence[str], legend: Mapping[str, str]) -> Iterator[str]:
    for y, line in enumerate(part):
        for x, mark in enumerate(line):
            where = f"{name}, row {y + 1}, character {x + 1}: {mark!r}"
            if x % 2 and y % 2:
                if mark != ROCK and mark not in legend:
                    yield f"{where} is not in the legend"
            elif mark not in (ROCK, WAY):
                yield f"{where} is neither a way (a space) nor a wall ('#')"
            elif mark == WAY and not x % 2 and not y % 2:
                yield f"{where}: a corner between fields must be a wall ('#')"


def _marks(parts: Iterable[Sequence[str]], legend: Mapping[str, str]) -> Iterator[str]:
    for part in parts:
        for line in part[1::2]:
            yield from (mark for mark in line[1::2] if mark in legend)


def _thing_faults(data: Mapping[str, Any]) -> Iterator[str]:
    kinds = ("weapon", "armour", "tool", "heart", "treasure")
    things = data["things"]
    for thing, kind in things.items():
        if kind not in kinds:
            yield f"things: {thing} is {near(kind, kinds)}, which is no kind of thing"
        if thing in _keys(data) or thing in ("monster", "logo", "back"):
            yield f"things: {thing!r} has a meaning of its own, nothing else may be called so"
    many = Counter(things.values())
    for kind, wanted in _HOW_MANY_KINDS.items():
        if many[kind] != wanted:
            yield f"things: {many[kind]} kinds of {kind}, there are {wanted}"
    for kind in ("tool", "treasure"):
        if not many[kind]:
            yield f"things: no {kind}"


def _door_faults(data: Mapping[str, Any]) -> Iterator[str]:
    tools = [thing for thing, kind in data["things"].items() if kind == "tool"]
    for face, door in data["doors"].items():
        if face == "open":
            yield "doors: 'open' is the door that is not locked, it needs nothing"
        if door["tool"] not in tools:
            yield f"doors: {face}: {near(door['tool'], tools)} is no tool"
        if door["key"] not in data["colours"]:
            yield f"doors: {face}: {near(door['key'], data['colours'])} is no colour of a key"


def _stone_faults(data: Mapping[str, Any]) -> Iterator[str]:
    stones, legend = data["stones"], data["legend"]
    things = {*data["things"], *_keys(data)}
    known = {"chest": things, "coffin": things, "door": {"open", *data["doors"]}}
    drawn = Counter(legend[mark] for mark in _marks(data["parts"].values(), legend))
    for kind, faces in stones.items():
        for face, count in faces.items():
            if face not in known[kind]:
                yield f"stones: {kind}: {near(face, known[kind])} is unknown"
            if count < 0:
                yield f"stones: {kind}: {count} of {face}"
        if sum(faces.values()) != drawn[kind]:
            yield f"stones: {sum(faces.values())} for the {drawn[kind]} {kind} fields of the parts"
    treasures = sum(
        count
        for kind in ("chest", "coffin")
        for thing, count in stones[kind].items()
        if data["things"].get(thing) == "treasure"
    )
    if treasures < TREASURES:
        yield f"stones: {treasures} treasures, {TREASURES} are needed to win"


def _keys(data: Mapping[str, Any]) -> set[str]:
    return {f"{colour} key" for colour in data["colours"]}


def layout_faults(data: Mapping[str, Any], layout: Json) -> list[str]:
    """Return every fault of how the parts lie."""
    faults = list(_shape_faults(layout, [[str]], "layout"))
    if faults:
        return faults
    rows: Any = layout
    lengths = {len(row) for row in rows}
    if len(lengths) != 1 or (len(rows), *lengths) not in SHAPES:
        shown = " and ".join(map(str, sorted(lengths)))
        faults.append(f"layout: {len(rows)} rows of {shown}, it must be 3 rows of 4 or 4 of 3")
    return [*faults, *_lying_faults(data["parts"], [laid for row in rows for laid in row])]


def _lying_faults(parts: Mapping[str, Sequence[str]], laid: Sequence[str]) -> Iterator[str]:
    lying = Counter(name.partition("+")[0] for name in laid)
    for each in laid:
        name, plus, turns = each.partition("+")
        if name not in parts:
            yield f"layout: no part is called {near(name, parts)}"
        elif plus and turns not in ("0", "1", "2", "3"):
            yield f"layout: {each!r}: after '+' comes how many quarter turns, 0 to 3"
        elif turns in ("1", "3") and len(set(_size(parts[name]))) != 1:
            yield f"layout: {each!r}: a part that is not square can be turned by half only"
    yield from (f"layout: part {name} lies {times} times" for name, times in lying.items() if times > 1)
    yield from (f"layout: part {name} is missing" for name in parts if not lying[name])


def _x(size: tuple[int, int]) -> str:
    return f"{size[0]} × {size[1]}"

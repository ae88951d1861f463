"""A second implementation of Drunter und Drüber, to hold the first against: simple, slow, and written
from the rules' text alone. It shares no code with the first.

The board is a list of lists of characters: ``.`` free, ``#`` a tile, ``=`` a bridge, ``@`` a start
square. A lay is (kind, gang's x and y, length, set of covered squares). A game is told as one generator
from the first lay to the last card, that yields the name it waits for and is sent the record's lines.
"""

import json
from collections import Counter
from collections.abc import Generator, Iterable
from functools import cache
from pathlib import Path
from typing import Any

Grid = list[list[str]]
XY = tuple[int, int]
Gangs = list[tuple[str, XY]]
Brick = tuple[str, int]
BruteLay = tuple[str, XY, int, frozenset[XY]]
Line = dict[str, Any]


def western() -> Line:
    """The marks of the Western board's file."""
    root = Path(__file__).parents[3]
    file = root / "companion" / "games" / "drunter" / "boards" / "wacky_wacky_west.json"
    marks: Line = json.loads(file.read_text("utf-8"))
    return marks


def empty_town(marks: Line) -> tuple[Grid, Gangs]:
    width, height = marks["grid"]
    grid = [["."] * width for _ in range(height)]
    gangs = []
    for cell, label in marks["cells"].items():
        x, y = map(int, cell.split(","))
        if label.startswith("start "):
            grid[y][x] = "@"
            gangs.append((label.split()[1], (x, y)))
    return grid, gangs


@cache
def segments(width: int, height: int, length: int) -> list[list[XY]]:
    """Every straight row of so many squares of the grid, from either end."""
    rows = []
    for y in range(height):
        for x in range(width):
            across = [(x + i, y) for i in range(length) if x + i < width]
            down = [(x, y + i) for i in range(length) if y + i < height]
            full = [row for row in (across, down) if len(row) == length]
            rows += full if length > 1 else full[:1]
            rows += [row[::-1] for row in full] if length > 1 else []
    return rows


def between(a: XY, b: XY) -> list[XY] | None:
    """The squares strictly between two in one row or column; None where they are in neither."""
    if a[0] == b[0] and a != b:
        low, high = sorted((a[1], b[1]))
        return [(a[0], y) for y in range(low + 1, high)]
    if a[1] == b[1] and a != b:
        low, high = sorted((a[0], b[0]))
        return [(x, a[1]) for x in range(low + 1, high)]
    return None


def joins(grid: Grid, gang: XY, row: list[XY]) -> bool:
    """Does a tile on these free squares, start field first, continue the line of that gang?"""
    gap = between(gang, row[0])
    if gap is None or any(grid[y][x] != "=" for x, y in gap):
        return False
    # It runs straight away from the gang: gang, start field and every later field in one line, each
    # farther than the one before.
    reach = [abs(x - gang[0]) + abs(y - gang[1]) for x, y in row]
    in_line = len({x for x, _ in [gang, *row]}) == 1 or len({y for _, y in [gang, *row]}) == 1
    return in_line and reach == sorted(set(reach))


def brute_lays(grid: Grid, gangs: Gangs, bricks: Iterable[Brick]) -> set[BruteLay]:
    lays = set()
    for length in (1, 2, 3):
        kinds = {kind for kind, n in bricks if n == length}
        builders = [(kind, gang) for kind, gang in gangs if kind in kinds]
        for row in segments(len(grid[0]), len(grid), length) if builders else []:
            if all(grid[y][x] == "." for x, y in row):
                for kind, gang in builders:
                    if joins(grid, gang, row):
                        lays.add((kind, gang, length, frozenset(row)))
    return lays


def put(grid: Grid, gangs: Gangs, kind: str, gang: XY, row: list[XY]) -> tuple[Grid, Gangs]:
    """Lay a tile, move its gang, take away the gangs that are stuck."""
    grid = [line[:] for line in grid]
    for x, y in row:
        grid[y][x] = "#"
    if len(row) == 3:
        grid[row[1][1]][row[1][0]] = "="
    moved = [(k, row[-1]) if (k, at) == (kind, gang) else (k, at) for k, at in gangs]
    return grid, [(k, at) for k, at in moved if brute_lays(grid, [(k, at)], [(k, 1)])]


def in_line(gang: XY, covered: Iterable[XY]) -> list[XY]:
    """The squares of a lay from start field to end field."""
    return sorted(covered, key=lambda at: abs(at[0] - gang[0]) + abs(at[1] - gang[1]))


def brute_perft(grid: Grid, gangs: Gangs, bricks: Counter[Brick], depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    lays = brute_lays(grid, gangs, +bricks)
    if depth == 1:
        return len(lays)
    for kind, gang, length, covered in lays:
        after = put(grid, gangs, kind, gang, in_line(gang, covered))
        total += brute_perft(*after, bricks - Counter([(kind, length)]), depth - 1)
    return total


def letters(cards: Iterable[str], jokers: Iterable[str]) -> tuple[int, int]:
    """YES and NO: every A of a JA card is a vote, every E of a NE card; a joker is two."""
    cards, jokers = list(cards), list(jokers)
    yes = "".join(card for card in cards if card[0] == "J" and "I" not in card).count("A")
    no = "".join(card for card in cards if card[0] == "N").count("E")
    return yes + 2 * jokers.count("yes"), no + 2 * jokers.count("no")


UNKNOWN = "the hands are unknown"
BALLOTS = ["JA", "JAA", "JAAA", "NE", "NEE", "NEEE", "JEEIIN", "?"]
Told = Generator[str, Line, Line]


def vote(names: list[str], ballots: dict[str, list[str]]) -> Generator[str, Line, bool]:
    """All vote in this order, then declare jokers; cards are spent; does the tile lie?

    Where only the sums are told, nobody knows any more what is left in hand: nothing is put into the
    hands' places.
    """
    shown: dict[str, list[str]] = {}
    for name in names:
        line = yield name
        if line["move"] == "counted":
            assert not shown, f"counted, though {[*shown]} have voted"
            if line["yes"] + line["no"]:
                ballots[UNKNOWN] = []
            return not line["no"] > line["yes"]
        shown[name] = line["cards"]
        assert shown[name], f"{name} laid nothing"
        assert not Counter(shown[name]) - Counter(ballots[name]), f"{name} lacks {shown[name]}"
    sides: list[str] = []
    for name in names:
        if "JEEIIN" in shown[name]:
            side = (yield name)["as"]
            sides.append(side)
    for name in names:
        ballots[name] = [card for card in ballots[name] if card == "?" or card not in shown[name]]
    yes, no = letters([card for hand in shown.values() for card in hand], sides)
    return no <= yes


def put_on_top(card: str | None, cards: list[str]) -> list[str]:
    return [card, *(other for other in cards if other != card)] if card else cards


def game(first: Line, marks: Line) -> Told:
    """A whole game: waits for the seat it yields, returns points and winners."""
    names: list[str] = first["seats"]
    expert = first["options"].get("variant") == "expert"
    grid, gangs = empty_town(marks)
    own = first.get("tiles") is None
    bricks = hands_of(first)
    passes = 0
    ballots = {name: list(BALLOTS) for name in names}
    cards: dict[str, list[str]] = {name: (first.get("cards") or {}).get(name, []) for name in names}

    def around(name: str) -> list[str]:
        return names[names.index(name) :] + names[: names.index(name)]

    undecided = expert
    turn = names[0]
    while True:
        lays = brute_lays(grid, gangs, [brick for name in names for brick in +bricks[name]])
        fitting = {(kind, length) for kind, _, length, _ in lays}
        able = [name for name in around(turn) if fitting.intersection(+bricks[name])]
        if own:
            able = [] if passes == len(names) else [turn]
        if undecided and (not able or len({gang for _, gang, _, _ in lays}) < 4):
            undecided = False
            for name in around(able[0] if able else turn):
                cards[name] = put_on_top((yield name).get("card"), cards[name])
        if not able:
            break
        line = yield able[0]
        if line["move"] == "show" and own and not lays:
            cards |= all_shown(line)
            break
        turn = around(able[0])[1]
        passes = passes + 1 if line["move"] == "pass" else 0
        if passes:
            assert own, f"{able[0]} passes, though the tiles are known"
            continue
        assert (line["kind"], line["length"]) in +bricks[able[0]], f"{able[0]} has no such tile: {line}"
        row = row_of(lays, line)
        over_outhouse = any(marks["cells"].get(f"{x},{y}") == "outhouse" for x, y in row)
        if over_outhouse and not expert and not (yield from vote(around(able[0]), ballots)):
            continue
        bricks[able[0]][line["kind"], line["length"]] -= 1
        grid, gangs = put(grid, gangs, line["kind"], tuple(line["gang"]), row)
    for name in names:
        if not cards[name]:
            line = yield name
            cards |= all_shown(line) if "seat" not in line else {name: line["cards"]}
    standing = left_standing(grid, marks)
    return final(names, cards, ballots, expert, standing, first.get("left", {}))


def hands_of(first: Line) -> dict[str, Counter[Brick]]:
    """Each player's tiles; one and the same box for all where nobody told who has which."""
    if first.get("tiles") is None:
        box = Counter(
            {
                (kind, n): times * (3 if n == 3 else 6)
                for kind, times in (("street", 1), ("river", 1), ("wall", 2))
                for n in (1, 2, 3)
            }
        )
        return dict.fromkeys(first["seats"], box)
    return {
        name: Counter((kind, n) for kind, lengths in first["tiles"][name].items() for n in lengths)
        for name in first["seats"]
    }


def all_shown(line: Line) -> dict[str, list[str]]:
    return {name: [one] if isinstance(one, str) else one for name, one in line["cards"].items()}


def row_of(lays: set[BruteLay], line: Line) -> list[XY]:
    """The squares of a lay told by a record's line, which must be legal."""
    wanted = (line["kind"], tuple(line["gang"]), line["length"])
    (row,) = [
        in_line(gang, covered)
        for kind, gang, length, covered in lays
        if (kind, gang, length) == wanted and towards(gang, covered) == line["towards"]
    ]
    return row


def towards(gang: XY, covered: Iterable[XY]) -> str:
    """The side of the gang on which a lay is."""
    x, y = in_line(gang, covered)[0]
    if x == gang[0]:
        return "north" if y < gang[1] else "south"
    return "west" if x < gang[0] else "east"


def left_standing(grid: Grid, marks: Line) -> list[tuple[str, int]]:
    """Type and value of the buildings that no tile covers."""
    standing = []
    for cell, label in marks["cells"].items():
        x, y = map(int, cell.split(","))
        if label != "outhouse" and grid[y][x] == ".":
            standing.append((label[:-2], int(label[-1])))
    return standing


def worth(card: str, standing: list[tuple[str, int]]) -> int:
    if card.startswith("all "):
        return int(card[4]) * [value for _, value in standing].count(int(card[4]))
    if card == "one each":
        return len(standing)
    if card == "lowest of each":
        types = {kind for kind, _ in standing}
        return sum(min(value for each, value in standing if each == kind) for kind in types)
    return sum(value for kind, value in standing if kind == card)


def final(
    names: list[str],
    cards: dict[str, list[str]],
    ballots: dict[str, list[str]],
    expert: bool,
    standing: list[tuple[str, int]],
    left: dict[str, int],
) -> Line:
    def rank(name: str) -> tuple[int, int]:
        if expert:
            return worth(cards[name][0], standing), worth(cards[name][1], standing)
        held = ballots[name] if UNKNOWN not in ballots else []
        voices = sum(card.count("A") + card.count("E") for card in held)
        return worth(cards[name][0], standing), left.get(name, 0) if left else voices

    best = max(map(rank, names))
    return {
        "scores": {name: rank(name)[0] for name in names},
        "winners": [name for name in names if rank(name) == best],
    }


def judge(record: list[Line], marks: Line) -> Line:
    """Follow a record: ``{"to_move"}`` while it goes on, else its end.

    Votes left are told after it.
    """
    *record, last = record
    told = game({**record[0], "left": last["votes"]} if last["move"] == "left" else record[0], marks)
    record += [last] if last["move"] != "left" else []
    try:
        awaited = next(told)
        for line in record[1:]:
            assert line.get("seat", awaited) == awaited, f"{awaited} is to move, not {line}"
            awaited = told.send(line)
    except StopIteration as end:
        result: Line = end.value
        return {"to_move": None, **result}
    return {"to_move": awaited, "scores": None, "winners": None}

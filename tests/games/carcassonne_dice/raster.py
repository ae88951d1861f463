"""A second, slow way to find cities, sharing nothing with the first: dice are painted, then followed.

A die is three by three squares; the middle of each side and the centre can be black. Black squares side
by side are one city, on one die or across two.
"""

from itertools import product

PAINT = {
    "cap": (".#.", ".#.", "..."),
    "straight": (".#.", ".#.", ".#."),
    "corner": (".#.", ".##", "..."),
    "three": (".#.", ".##", ".#."),
    "two caps": (".#.", "...", ".#."),
    "knight": ("...", "...", "..."),
    "catapult": ("...", "...", "..."),
}


def painted(dice: dict[tuple[int, int], tuple[str, int]]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the black squares, each with the (column, row) of its die."""
    black = {}
    for (column, row), (face, turns) in dice.items():
        rows: tuple[str, ...] = PAINT[face]
        for _ in range(turns):
            rows = tuple("".join(rows[2 - y][x] for y in range(3)) for x in range(3))
        for x, y in product(range(3), repeat=2):
            if rows[y][x] == "#":
                black[3 * column + x, 3 * row + y] = (column, row)
    return black


def towns(
    dice: dict[tuple[int, int], tuple[str, int]],
) -> list[tuple[frozenset[tuple[int, int]], int, int]]:
    """Return each city's dice, how many of its edges are open, and how many of those meet field."""
    black = painted(dice)
    found, left = [], set(black)
    while left:
        town, ahead = set(), [left.pop()]
        while ahead:
            x, y = ahead.pop()
            town.add((x, y))
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left:
                    left.remove(near)
                    ahead.append(near)
        outside = [
            (x // 3 + (dx > 0) - (dx < 0), y // 3 + (dy > 0) - (dy < 0))
            for x, y in town
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if ((x + dx) // 3, (y + dy) // 3) != (x // 3, y // 3) and (x + dx, y + dy) not in black
        ]
        met = [die for die in outside if die in dice and dice[die][0] not in ("knight", "catapult")]
        found.append((frozenset(black[square] for square in town), len(outside), len(met)))
    return found


def best_score(dice: dict[tuple[int, int], tuple[str, int]]) -> int:
    """Return the points of the largest closed city."""
    table = {2: 0, 3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 9: 28}
    sizes = [len(members) for members, open_edges, _ in towns(dice) if not open_edges]
    return table[max(sizes)] if sizes else 0

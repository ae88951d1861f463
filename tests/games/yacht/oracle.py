"""A second implementation of Yacht, to hold the first against: simple, slow, and written from the rules'
text alone. It shares no code with the first. Dice are lists of whole numbers, sheets are dictionaries.
"""

from itertools import combinations
from typing import Any

Line = dict[str, Any]
Card = dict[str, int]
"""The filled boxes of one player's sheet, with their points."""

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = {
    "yacht": ["full_house", "four_of_a_kind", "little_straight", "big_straight", "choice", "yacht"],
    "thirteen": [
        "three_of_a_kind",
        "four_of_a_kind",
        "full_house",
        "small_straight",
        "large_straight",
        "five_of_a_kind",
        "chance",
    ],
}


def boxes(sheet: str) -> list[str]:
    return UPPER + LOWER[sheet]


def has_alike(dice: list[int], number: int) -> bool:
    return any(len(set(some)) == 1 for some in combinations(dice, number))


def is_full_house(dice: list[int]) -> bool:
    a, b, c, d, e = sorted(dice)
    return (a == b == c and d == e and c != d) or (a == b and c == d == e and b != c)


def has_row(dice: list[int], length: int) -> bool:
    return any(set(range(low, low + length)) <= set(dice) for low in range(1, 8 - length))


def points(sheet: str, box: str, dice: list[int]) -> int:
    """What five dice are worth in a box, jokers apart."""
    if box in UPPER:
        face = UPPER.index(box) + 1
        return sum(die for die in dice if die == face)
    if box in ("choice", "chance"):
        return sum(dice)
    if box in ("yacht", "five_of_a_kind"):
        return 50 if len(set(dice)) == 1 else 0
    if box == "full_house":
        worth = {"yacht": sum(dice), "thirteen": 25}[sheet]
        return worth if is_full_house(dice) else 0
    if box == "three_of_a_kind":
        return sum(dice) if has_alike(dice, 3) else 0
    if box == "four_of_a_kind":
        fours = [some for some in combinations(dice, 4) if len(set(some)) == 1]
        if not fours:
            return 0
        return sum(fours[0]) if sheet == "yacht" else sum(dice)
    if box == "little_straight":
        return 30 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if box == "big_straight":
        return 30 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    if box == "small_straight":
        return 30 if has_row(dice, 4) else 0
    assert box == "large_straight", box
    return 40 if has_row(dice, 5) else 0


def allowed(sheet: str, extra_bonus: bool, card: Card, dice: list[int]) -> dict[str, int]:
    """The boxes that a player may fill with these dice, and what each gets (no extra bonus in it)."""
    empty = [box for box in boxes(sheet) if box not in card]
    joker = extra_bonus and "five_of_a_kind" in card and len(set(dice)) == 1
    if not joker:
        return {box: points(sheet, box, dice) for box in empty}
    own = UPPER[dice[0] - 1]
    if own in empty:
        return {own: sum(dice)}
    lower = [box for box in LOWER[sheet] if box in empty]
    if not lower:
        return dict.fromkeys(empty, 0)
    fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40}
    return {box: fixed.get(box, sum(dice)) for box in lower}


def earns_extra(extra_bonus: bool, card: Card, dice: list[int]) -> bool:
    return extra_bonus and card.get("five_of_a_kind") == 50 and len(set(dice)) == 1


def total(sheet: str, card: Card, extras: int) -> int:
    upper = sum(card.get(box, 0) for box in UPPER)
    return sum(card.values()) + (35 if sheet == "thirteen" and upper >= 63 else 0) + 100 * extras


class Table:
    """A game being played, move by move as a record words them; what is forbidden is asserted."""

    def __init__(self, first: Line) -> None:
        options = first.get("options", {})
        self.names: list[str] = first["seats"]
        self.sheet: str = options.get("sheet", "yacht")
        self.extra_bonus: bool = options.get("extra_bonus", False)
        self.cards: dict[str, Card] = {name: {} for name in self.names}
        self.extras = dict.fromkeys(self.names, 0)
        self.turn = 0
        self.throws: list[list[int]] = []

    @property
    def ended(self) -> bool:
        return all(len(card) == len(boxes(self.sheet)) for card in self.cards.values())

    @property
    def name(self) -> str:
        return self.names[self.turn]

    def is_legal(self, line: Line) -> bool:
        if self.ended or line["seat"] != self.name:
            return False
        if line["move"] == "score":
            return bool(self.throws) and line["box"] in self.options()
        kept, faces = line.get("kept", []), line["faces"]
        if not faces or len(kept) + len(faces) != 5 or len(self.throws) == 3:
            return False
        lay = list(map(str, self.throws[-1])) if self.throws else []
        for face in kept:
            if face not in lay:
                return False
            lay.remove(face)
        return True

    def options(self) -> dict[str, int]:
        return allowed(self.sheet, self.extra_bonus, self.cards[self.name], self.throws[-1])

    def do(self, line: Line) -> None:
        assert self.is_legal(line), line
        if line["move"] == "throw":
            self.throws.append([int(face) for face in [*line.get("kept", []), *line["faces"]]])
            return
        card, dice = self.cards[self.name], self.throws[-1]
        worth = self.options()[line["box"]]
        self.extras[self.name] += earns_extra(self.extra_bonus, card, dice)
        card[line["box"]] = worth
        self.turn, self.throws = (self.turn + 1) % len(self.names), []

    def scores(self) -> dict[str, int]:
        return {name: total(self.sheet, self.cards[name], self.extras[name]) for name in self.names}

    def winners(self) -> list[str]:
        scores = self.scores()
        return [name for name in self.names if scores[name] == max(scores.values())]


def judge(record: list[Line]) -> Table:
    """Follow a whole record."""
    table = Table(record[0])
    for line in record[1:]:
        table.do(line)
    return table

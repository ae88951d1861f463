"""Moves that only their own seat may know: what the others see of them, who makes them, how they are
taken back.

A secret move (``Game.secret_moves``) is made by its seat, on its own phone or at the box; the host may
make it for a seat, unless trying would reveal what that seat holds (``Game.own_moves``).
"""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from companion.games.game import Game, Role, Seat, Words
from companion.games.history import CORRECT, UNDO, History, Step
from companion.games.record import Entry, entry_words
from companion.table.shapes.values import JsonObject


def is_secret(game: Game[Any, Any], words: Words) -> bool:
    """Tell whether the words of such a move are for its own seat only."""
    return words.get("move") in game.secret_moves


def is_public(game: Game[Any, Any], words: Words, *, is_open: bool) -> bool:
    """Tell whether everybody may know all of a move, whatever comes later.

    ``is_open``: the move stands, and does not lie face down any more.
    """
    return not is_secret(game, words) or (is_open and words["move"] in game.turned_up)


def is_known(history: History, entry: Entry, role: Role) -> bool:
    """Tell whether a role may see all of a move now."""
    return (
        not is_secret(history.game, entry.words)
        or (role.seat is not None and role.seat == entry.seat)
        or history.game.outcome(history.state) is not None
    )


def as_known(history: History, entry: Entry, role: Role) -> JsonObject:
    """Return a move's words without what this role may not know yet."""
    whole = entry_words(history.setup, entry)
    if is_known(history, entry, role):
        return whole
    return {key: value for key, value in whole.items() if key in ("seat", "move")}


def lie_face_down(history: History) -> int:
    """Return how many of the last moves are secret and wait for others of their kind."""
    return len(_made_last(history, history.game.secret_moves)) if awaits_secret(history) else 0


def lies_face_down(history: History, seat: Seat) -> bool:
    """Tell whether this seat has laid something that lies face down."""
    made = _made_last(history, history.game.secret_moves) if awaits_secret(history) else []
    return any(step.entry.seat == seat for step in made)


def taken_back_together(history: History) -> int:
    """Return how many entries an undo takes back now.

    Cards laid face down are taken back one by one while they lie face down. Once they are turned up,
    they are all taken back together with later corrections: nobody may lay a card again that the others
    know, or knowing theirs.
    """
    entries = _standing(history)
    made = _made_last(history, history.game.turned_up)
    if (
        not made
        or awaits_secret(history)
        or history.entries[entries[-1] - 1].words.get("move") == CORRECT
    ):
        return 1
    return sum(1 for number in entries if number >= made[-1].number)


def find_last_entered(history: History) -> int:
    """Return the number of the entry that an undo takes back, a move or a correction; 0 if there is
    none."""
    return max(_standing(history), default=0)


def find_turned_up_with(history: History, number: int) -> int:
    """Return the number of the entry with whose time this one is told.

    What lies face down until all have laid is told with the last of it: when a seat chose, and whether
    before its turn, is told nowhere.
    """
    kinds = history.game.turned_up
    if history.entries[number - 1].words.get("move") not in kinds:
        return number
    later = enumerate(history.entries[number:], number + 1)
    together = takewhile(lambda each: each[1].words.get("move") in {*kinds, UNDO, CORRECT}, later)
    return max((n for n, entry in together if entry.words.get("move") in kinds), default=number)


def _made_last(history: History, kinds: frozenset[str]) -> list[Step]:
    """Return the last moves if they are of these kinds, one after the other, the last one first."""
    steps = reversed(history.steps())
    return list(takewhile(lambda step: step.entry.words.get("move") in kinds, steps))


def _standing(history: History) -> list[int]:
    """Return the numbers of the entries that were not taken back."""
    numbers: list[int] = []
    for number, entry in enumerate(history.entries, 1):
        if entry.words.get("move") == UNDO:
            numbers.pop()
        else:
            numbers.append(number)
    return numbers


def awaits_secret(history: History) -> bool:
    """Tell whether the next move is a secret one."""
    game, state = history.game, history.state
    if not game.secret_moves:
        return False
    move = next(iter(game.legal_moves(state)), None)
    return move is not None and is_secret(game, game.words(state, move))


def touches_a_secret(history: History, right: Mapping[int, Words]) -> bool:
    """Tell whether a correction concerns a secret move, or would replace one."""
    made = {number: entry.words for number, entry in enumerate(history.entries, 1)}
    touched = [*right.values(), *(made.get(number, {}) for number in right)]
    return any(is_secret(history.game, words) for words in touched)


def would_tell(history: History, right: Mapping[int, Words]) -> bool:
    """Tell whether a correction might reveal a secret by what stays valid (``hang_on_secrets``)."""
    kinds = history.game.hang_on_secrets
    later = (step.entry.words for step in history.steps() if step.number >= min(right))
    return any(words.get("move") in kinds for words in (*right.values(), *later))

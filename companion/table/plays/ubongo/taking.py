"""Which takes explain the gems that are gone, under the rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from companion.errors import BadMove, BadRecord, IllegalMove
from companion.games.game import Seat
from companion.games.history import UNDO, Step
from companion.games.record import entry_of
from companion.games.ubongo.components import ROWS, Row
from companion.games.ubongo.moves import KINDS, Take, TimeUp, write
from companion.games.ubongo.refusals import why_not
from companion.games.ubongo.rounds import after
from companion.games.ubongo.state import Phase, State
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.ubongo.gem_picture import GemPicture, Hole

MOST_BOARDS: Final = 64
"""Most ways to read the board that are looked through: a reading with more is too unsure."""

Gone = Mapping[Row, int]
"""How many gems of each row are gone, from its nearest one."""


@dataclass(frozen=True)
class TakingWay:
    """Takes that lead to the board as it may lie, and the moves that enter them.

    ``waited``: who had called before them, and had not taken yet; ``undone``: so many moves, the end of
    the sand first, are made again behind them.
    """

    takes: tuple[Take, ...]
    moves: tuple[JsonObject, ...]
    state: State
    waited: tuple[Seat, ...]
    undone: int = 0

    @property
    def is_late(self) -> bool:
        """Whether the sand was through by what was entered so far: the takes belong before its end."""
        return self.undone > 0

    @property
    def outcome(self) -> State:
        """The position it leads to, whoever of several took first from rows of their own."""
        now = self.state.round
        return replace(self.state, round=replace(now, taken=tuple(sorted(now.taken))))


def gone_in(state: State, picture: GemPicture, row: Row, not_taken: frozenset[Hole]) -> list[int]:
    """Return how many gems of a row may be gone: no number, where none explains what is seen.

    ``not_taken``: bare holes whose gems, a person said, are to be put back.
    """
    first = state.first_hole(row)
    put_back = [picture.looks[Hole(row, hole)] for hole in range(first)]
    if not all(look.may_be_bare for look in put_back):
        return []
    left = [Hole(row, first + at) for at in range(len(state.gems[row]))]
    bare = [picture.looks[hole].may_be_bare and hole not in not_taken for hole in left]
    lies = [bool(picture.looks[hole].colours) or hole in not_taken for hole in left]
    return [gone for gone in range(len(left) + 1) if all(bare[:gone]) and all(lies[gone:])]


def boards(state: State, picture: GemPicture, not_taken: frozenset[Hole]) -> list[Gone] | None:
    """Return every way to read which gems are gone; None if some row is like none of them."""
    each = [gone_in(state, picture, row, not_taken) for row in ROWS]
    count = 1
    for numbers in each:
        count *= len(numbers)
    if not 0 < count <= MOST_BOARDS:
        return None
    return [dict(zip(ROWS, numbers, strict=True)) for numbers in product(*each)]


def ways_now(state: State, gone: Gone) -> Iterator[TakingWay]:
    """Yield the takes that may be made now and lead to this board."""
    for takes, end in _takes(state, gone):
        moves = tuple(words_of(state, take) for take in takes)
        yield TakingWay(takes, moves, end, tuple(waiting(state)))


def ways_before_the_end(position: Position[State], gone: Gone) -> Iterator[TakingWay]:
    """Yield the takes that were made before the sand was through, though it is entered already.

    The end, and what came after it, is taken back and made again behind them.
    """
    since = _since_the_end(() if position.history is None else position.history.steps())
    if not since or since[0].before is None:
        return
    before = since[0].before.state
    redone = tuple(_words(before, step) for step in since)
    undone: tuple[JsonObject, ...] = ({"move": UNDO},) * len(since)
    for takes, _ in _takes(before, gone):
        moves = (*undone, *(words_of(before, take) for take in takes), *redone)
        end = _end_of(position, moves)
        if takes and end is not None and _are_gone(before, end, gone):
            yield TakingWay(takes, moves, end, tuple(waiting(before)), undone=len(since))


def words_of(state: State, take: Take) -> JsonObject:
    """Return a take as a record has it."""
    return {"seat": state.name(take.seat), **write(state.seats, take)}


def _takes(state: State, gone: Gone) -> Iterator[tuple[tuple[Take, ...], State]]:
    """Yield takes, in the order in which they were made, after which just these gems are gone.

    Those in which the callers take in the order of their calls come first.
    """
    wanted = {row: len(state.gems[row]) - count for row, count in gone.items()}

    def on(now: State) -> Iterator[tuple[tuple[Take, ...], State]]:
        if all(len(now.gems[row]) == left for row, left in wanted.items()):
            yield (), now
            return
        for seat in waiting(now):
            for row in ROWS:
                take = Take(seat, row)
                if len(now.gems[row]) <= wanted[row] or why_not(now, take) is not None:
                    continue
                then = after(now, take)
                if len(then.gems[row]) >= wanted[row]:
                    yield from (((take, *more), end) for more, end in on(then))

    return on(state)


def waiting(state: State) -> Iterator[Seat]:
    """Yield who called and has not taken yet, in the order of the calls."""
    return (seat for seat in state.called if seat not in state.round.taken)


def _since_the_end(steps: Sequence[Step]) -> list[Step]:
    """Return the steps since the last round with a call ended; none if the glass was turned since.

    Another board may lie there once gems were taken in a later round: nothing is made again then.
    """
    found: list[Step] = []
    for step in reversed(steps):
        found.insert(0, step)
        if isinstance(step.move, Take) or step.entry.words.get("move") not in KINDS:
            return []
        if step.move == TimeUp() and step.before is not None:
            ended = step.before.state
            return found if ended.round.calls and not ended.late_takes else []
    return []


def _end_of(position: Position[State], moves: Sequence[JsonObject]) -> State | None:
    """Return the position after these moves; None if one is not allowed."""
    history = position.history
    assert history is not None
    try:
        for line, words in enumerate(moves, len(history.entries) + 1):
            entry = entry_of(position.setup, words, line=line)
            history = history.add(entry.seat, entry.words)
    except (BadMove, BadRecord, IllegalMove):
        return None
    end = history.state
    assert isinstance(end, State)
    return end


def _are_gone(before: State, end: State, gone: Gone) -> bool:
    return all(len(before.gems[row]) - len(end.gems[row]) == count for row, count in gone.items())


def _words(state: State, step: Step) -> JsonObject:
    seat = step.entry.seat
    return {**({} if seat is None else {"seat": state.name(seat)}), **step.entry.words}


def takes_are_due(state: State) -> bool:
    """Tell whether somebody who called may still take in this phase."""
    return state.round.phase in (Phase.RUNNING, Phase.TAKING) and any(True for _ in waiting(state))

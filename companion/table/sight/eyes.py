"""From frames to finished readings: wait until the table is still, read it twice, and more often if not
sure.

Each kind of pieces is settled by itself: a die that was surely read twice does not wait for the gems.
What a pawn hides is looked for in the pictures of the movement before: it may have been seen before the
pawn was put on it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import product
from math import dist
from typing import Any, Literal, Protocol

from companion.table.hooks.position import Readings
from companion.table.sight.movement_pictures import MovementPictures
from companion.table.supervision.supervisor import Nonsense
from vision.boards.before import known_before, unclear_cells
from vision.frame import Frame, ImageBgr
from vision.judging.judged import as_far_as_judged
from vision.judging.live import LiveJudge
from vision.motion.mask import Mask
from vision.motion.rolling import Movement, has_rolled
from vision.motion.still import Place, Stillness, StillWatch
from vision.reader import Reader
from vision.readings.board import BoardReading
from vision.readings.dice import DiceReading
from vision.readings.places import GridCell
from vision.readings.reading import Reading, Unjudged
from vision.readings.tokens import TokenReading

Phase = Literal["empty", "moving", "still", "read"]

_SAME_PLACE = 0.6
"""Distance, in diameters, within which a token counts as lying where another lay."""
_AROUND = (-1.0, 0.0, 1.0)
"""A hand seen in a small picture may hide the neighbouring cells, too."""
MOST_READINGS = 5
"""Most readings of one rest: whatever is not sure by then leads to a question."""


class FrameJudge(Protocol):
    """Decides how much of a camera's frames can be judged (``vision.judging``)."""

    parts: tuple[Unjudged, ...]

    def blind_in(self, image_bgr: ImageBgr) -> tuple[Unjudged, ...]:
        """Return the reasons for which a frame cannot be read."""

    def doubted(self, image_bgr: ImageBgr, readings: Iterable[Reading]) -> tuple[Unjudged, ...]:
        """Return why readings of a frame are not believed."""

    def why_unsure(self, image_bgr: ImageBgr) -> tuple[Unjudged, ...]:
        """Return what has made a frame worse than one that was surely read."""

    def is_good_again(self, image_bgr: ImageBgr) -> bool:
        """Tell whether a frame is as good as one that was surely read, after one that was not."""

    def learn(self, image_bgr: ImageBgr, readings: Sequence[Reading]) -> None:
        """Take in a frame that was read and believed."""


@dataclass(frozen=True)
class FrameSight:
    """The result of one frame. ``finished``: the readings agree, or are as good as they get.

    ``settled``: the kinds of pieces of which that is true, given when it becomes true of one;
    ``readings`` then hold what was seen of the others so far, and are empty if nothing was read.
    ``hand``: what a hand or a sleeve covers. ``still_since``: when the things read came to rest, s;
    None: no earlier than the frame. ``broken_off``: readings of a rest that ended before it was read
    completely. ``unjudged``: why the frame cannot be judged, and which parts of it; of a still table:
    why its readings are not sure.
    """

    frame: Frame
    phase: Phase
    readings: Readings = field(default_factory=dict)
    finished: bool = False
    settled: frozenset[str] = frozenset()
    hand: Mask | None = None
    still_since: float | None = None
    broken_off: Readings = field(default_factory=dict)
    unjudged: tuple[Unjudged, ...] = ()

    def unread(self) -> "FrameSight":
        """Return the same without anything to be weighed."""
        return replace(self, finished=False, settled=frozenset(), broken_off={})


@dataclass
class Eyes:
    """Takes in one camera's frames, one after the other; not thread-safe.

    Several readers may read one frame, each for its own kind of pieces. ``reading`` is entered around
    each of their calls, which may take long.
    """

    readers: Mapping[str, Reader[Any]]
    reading: Callable[[], AbstractContextManager[None]] = nullcontext
    still: StillWatch = field(default_factory=StillWatch)
    judge: FrameJudge = field(default_factory=LiveJudge)
    _so_far: dict[str, list[Reading]] = field(default_factory=dict)
    _agreed: dict[str, Reading] = field(default_factory=dict)
    _movement: MovementPictures = field(default_factory=MovementPictures)
    _before: dict[str, tuple[BoardReading, ...]] = field(default_factory=dict)
    _last: dict[str, BoardReading] = field(default_factory=dict)
    _last_tokens: dict[str, TokenReading] = field(default_factory=dict)
    _lifted: dict[str, bool] = field(default_factory=dict)
    _doubted: tuple[Unjudged, ...] = ()
    """The reason why the last readings were not believed; it stays until a reading is believed."""
    _unsure: tuple[Unjudged, ...] = ()
    """What makes the readings of this rest unsure, if the picture has become worse."""

    def __post_init__(self) -> None:
        """Read boards and tokens after every movement: pieces may look like their background."""
        self.still.every_rest = not self.readers.keys().isdisjoint(("board", "tokens"))

    def take(self, frame: Frame) -> FrameSight:
        """Take a frame; read it if it can be judged, the table is still and has not been read."""
        if unjudged := self.judge.blind_in(frame.image_bgr):
            return self._unseen(frame, unjudged)
        stillness = self.still.follow(frame)
        if stillness.phase == "moving":
            broken_off = {kind: readings[-1] for kind, readings in self._so_far.items()}
            self._begin_anew()
            if stillness.is_new and self.still.every_rest:
                self._movement.keep(frame, stillness.hand)
            if broken_off:
                return FrameSight(frame, "moving", hand=stillness.hand, broken_off=broken_off)
        if not stillness.should_read:
            self._read_once_better(frame)
            return FrameSight(frame, stillness.phase, hand=stillness.hand, unjudged=self._unsure)
        self.still.mark_read()
        if not self.readers:
            return FrameSight(frame, "read")
        return self._explained(self._read(frame, stillness))

    def _explained(self, sight: FrameSight) -> FrameSight:
        """Return a sight with the reason why its readings are not sure, if the picture is worse than
        before."""
        if sight.phase == "moving" or all(reading.sure for reading in sight.readings.values()):
            return sight
        self._unsure = self.judge.why_unsure(sight.frame.image_bgr)
        return replace(sight, unjudged=self._unsure)

    def _read_once_better(self, frame: Frame) -> None:
        """Ask for another reading once the picture is as good as it was before it left doubts."""
        if self._unsure and self.judge.is_good_again(frame.image_bgr):
            self._unsure = ()
            self.still.read_again()

    def _read(self, frame: Frame, stillness: Stillness) -> FrameSight:
        """Read what is not settled yet of a still table."""
        before = len(self._agreed)
        seen = {kind: self._read_on(kind, frame) for kind in self.readers}
        settled, finished = frozenset(self._agreed), len(self._agreed) == len(self.readers)
        if len(settled) > before:
            self._doubted = self.judge.doubted(frame.image_bgr, seen.values())
            if self._doubted:
                self.still.read_again()
                return self._unseen(frame, self._doubted)
        elif self._doubted:
            self.still.read_again()
            return FrameSight(frame, "moving", unjudged=self._doubted)
        if not finished:
            self.still.read_again()
            if len(settled) == before:
                return FrameSight(frame, "still", seen)
            pooled = self._as_they_count(seen, stillness)
            return FrameSight(frame, "still", pooled, settled=settled, still_since=stillness.since)
        self._begin_anew()
        self.judge.learn(frame.image_bgr, tuple(seen.values()))
        return self._finish(frame, stillness, self._as_they_count(seen, stillness))

    def _as_they_count(self, seen: Readings, stillness: Stillness) -> dict[str, Reading]:
        """Return readings as far as they could be judged, with what is known of hands and of rolling."""
        pooled = {kind: as_far_as_judged(one, self.judge.parts) for kind, one in seen.items()}
        if (cover := stillness.cover) is not None:
            return {kind: _mark_covered(one, cover) for kind, one in pooled.items()}
        if (movement := stillness.movement) is not None:
            return {kind: _mark_rolled(one, movement) for kind, one in pooled.items()}
        return pooled

    def _finish(self, frame: Frame, stillness: Stillness, pooled: Mapping[str, Reading]) -> FrameSight:
        """Return the finished readings, and remember what the next ones are compared with."""
        self._movement.forget()
        self._last = {kind: one for kind, one in pooled.items() if isinstance(one, BoardReading)}
        self._last_tokens = {k: one for k, one in pooled.items() if isinstance(one, TokenReading)}
        self.still.learn_pieces(tuple(_places(pooled.values())))
        if all(_finds_nothing(reading) for reading in pooled.values()):
            self.still.learn_empty()
        if not all(reading.sure for reading in pooled.values()):
            self.still.doubt()
        kinds, since = frozenset(pooled), stillness.since
        return FrameSight(frame, "read", pooled, finished=True, settled=kinds, still_since=since)

    def read_anew(self) -> None:
        """Discard the readings, so that the table is read again as it lies."""
        self._begin_anew()
        self.still.read_again()

    def _unseen(self, frame: Frame, unjudged: tuple[Unjudged, ...]) -> FrameSight:
        """Return the sight of a frame that cannot be judged: as if something were in the way."""
        self._begin_anew()
        return FrameSight(frame, "moving", unjudged=unjudged)

    def _begin_anew(self) -> None:
        self._so_far.clear()
        self._agreed.clear()
        self._before.clear()
        self._lifted.clear()
        self._unsure = ()

    def _read_on(self, kind: str, frame: Frame) -> Reading:
        """Read one kind of pieces once more, unless its readings already agree; return them pooled."""
        if kind in self._agreed:
            return self._agreed[kind]
        reader, readings = self.readers[kind], self._so_far.setdefault(kind, [])
        with self.reading():
            readings.append(_check(kind, reader.read(frame.image_bgr)))
            pooled = readings[0] if len(readings) == 1 else _check(kind, reader.pool(readings))
        if len(readings) > 1 and isinstance(pooled, BoardReading):
            pooled = self._looked_back(kind, pooled, frame)
        if isinstance(pooled, TokenReading) and kind in self._last_tokens:
            pooled = self._mark_lifted(kind, pooled, self._last_tokens[kind])
        if _agree(pooled, readings) or len(readings) == MOST_READINGS:
            self._agreed[kind] = pooled
        return pooled

    def _mark_lifted(self, kind: str, reading: TokenReading, last: TokenReading) -> TokenReading:
        """Return a reading that says whether the loose tokens that lay there last were taken up."""
        if reading.grid is not None or not _none_lies_where(last, reading):
            return reading
        if kind not in self._lifted:
            was_bare = last.is_empty and not last.covered
            self._lifted[kind] = was_bare or any(one.is_empty for one in self._since_the_hand(kind))
        return replace(reading, lifted=self._lifted[kind])

    def _since_the_hand(self, kind: str) -> Iterator[Reading]:
        """Yield readings of the movement's pictures since a hand was last seen in them."""
        for frame in self._movement.since_the_hand():
            with self.reading():
                yield _check(kind, self.readers[kind].read(frame.image_bgr))

    def _looked_back(self, kind: str, reading: BoardReading, now: Frame) -> BoardReading:
        """Return a reading completed by the pieces that were seen before they were hidden."""
        if last := self._last.get(kind):
            reading = known_before(reading, last)
        if kind not in self._before:
            self._before[kind] = tuple(self._look_back(kind, reading, now))
        for earlier in self._before[kind]:
            reading = known_before(reading, earlier)
        return reading

    def _look_back(self, kind: str, reading: BoardReading, now: Frame) -> Iterator[BoardReading]:
        """Yield readings of the movement's pictures, until everything hidden since is known."""
        last = self._last.get(kind)
        hidden = (cell for cell in last.cells if cell.on is not None or not cell.sure) if last else ()
        there = {cell.cell for cell in hidden}
        left = [cell for cell in unclear_cells(reading) if cell.cell not in there]
        for frame in self._movement.before(now, [cell.centre_px for cell in left]):
            with self.reading():
                earlier = _check(kind, self.readers[kind].read(frame.image_bgr))
            if isinstance(earlier, BoardReading):
                yield earlier
                reading = known_before(reading, earlier)
            if not any(cell in left for cell in unclear_cells(reading)):
                return


def _mark_covered(reading: Reading, cover: Mask) -> Reading:
    """Return a reading of a table with something reaching into the picture."""
    if not isinstance(reading, TokenReading) or reading.grid is None or reading.corners_px is None:
        return replace(reading, covered=True)
    columns, rows = reading.grid
    reached = tuple(
        GridCell(column, row)
        for row, column in product(range(rows), range(columns))
        if any(
            cover.covers(reading.at_px(column + right, row + down), reading.size_px)
            for right, down in product(_AROUND, _AROUND)
        )
    )
    return replace(reading, covered=True, reached=reached)


def _mark_rolled(reading: Reading, movement: Movement) -> Reading:
    """Return a reading that says whether its dice were seen to roll."""
    if not isinstance(reading, DiceReading) or not has_rolled(movement, reading):
        return reading
    return replace(reading, rolled=True, moved_s=movement.seconds)


def _finds_nothing(reading: Reading) -> bool:
    return reading.sure and reading.is_empty and not reading.covered


def _places(readings: Iterable[Reading]) -> Iterator[Place]:
    """Yield the places that a hand must not hide: pieces, and a whole board if pieces may be laid
    anywhere on it."""
    for reading in readings:
        width, height = reading.size_px
        points = reading.places_px
        if isinstance(reading, BoardReading) and reading.corners_px is not None:
            columns, rows = reading.grid
            points = tuple(reading.at_px(*cell) for cell in product(range(columns), range(rows)))
        yield from ((x / width, y / height) for x, y in points)


def _none_lies_where(last: TokenReading, reading: TokenReading) -> bool:
    """Tell whether a reading has no token at a place where one lay."""
    return all(
        dist(token.centre_px, old.centre_px) > _SAME_PLACE * old.size_px
        for token in reading.tokens
        for old in last.tokens
    )


def _check(kind: str, found: object) -> Reading:
    """Return a reader's answer, once it is checked. Raises Nonsense if it is no reading of that kind."""
    if not isinstance(found, Reading) or found.kind != kind:
        raise Nonsense(f"the reader of {kind} returned a {type(found).__name__}")
    return found


def _agree(pooled: Reading, readings: Sequence[Reading]) -> bool:
    """Tell whether the first two readings are sure and equal.

    Only the first two: reading until any two agree would accept a wrong pair in the end.
    """
    return len(readings) == 2 and pooled.sure and all(reading.sure for reading in readings)

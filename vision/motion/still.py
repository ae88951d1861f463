"""Tells whether the table is still. When to read, and when there is nothing new to read."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from vision.frame import Frame
from vision.motion.changes import (
    LogBgr,
    bumps,
    hand_mask,
    has_changed,
    noise_of,
    relit_by,
    shrink,
)
from vision.motion.mask import Mask
from vision.motion.rolling import Movement, MovementWatch

Phase = Literal["empty", "moving", "still", "read"]
Place = tuple[float, float]
"""A place in the picture, as parts of its width and height, 0 to 1."""

STILL_S = 0.5
"""Seconds in which nothing may move before the table is read. Chosen by hand: a rolling die does not
pause this long on an edge, and people hardly notice the wait."""
STILL_FRAMES = 3
"""Number of frames in which nothing may move: a slow camera may give only two in that time."""
_GAP_S = 2.0
"""Seconds without a frame after which stillness is awaited again: anything may have happened."""
_HAND_RESTS_S = 8.0
"""Seconds after which something that reaches in over the edge and stays belongs to the table, like a
cup. Chosen by hand: few hands are held still for this long, and nobody waits longer for a reading."""
_HAND_RESTS_OVER_PIECES_S = 30.0
"""The same for something that covers pieces that were read, since it hides them. Chosen by hand: nobody
holds a hand completely still for this long; something that does not move then is a thing."""
_CHANGED = 0.05
"""Least change that counts, as log of light (see ``changes``). Changes of light reach 0.040, a die
turned by 15° makes 0.076 and more, one moved by 2 mm 0.099 (simulated, 320 px wide)."""
_NOISES = 6.0
"""Least change that counts, in standard deviations of the camera's noise, if that is larger: hardly one
of the picture's 19,200 pixels then differs by chance, and never four neighbours."""
_NOISE_ADAPTS = 0.2
"""With each frame, the known noise moves by this part towards that of the frame."""
_MEAN_OF = 20
"""Number of frames over which a rest is averaged: its noise is 4 times less, and it follows the
light."""
_COMPARED_EVERY = 4
"""Number of frames for each comparison of a still table with its reading: a change waits less than a
second, and watching costs a third less."""
_READ_ADAPTS, _EMPTY_ADAPTS = 0.08, 0.08
"""Share by which, at each such comparison, the reading's picture and the empty table's move towards the
present one, so that dusk is no change."""

_RELIT = 0.2
"""Change of light, as log and as a mean over the picture, after which a doubtful reading is worth
repeating: a lamp that is switched changes it by that, a hand's shadow by less."""
_OTHER_LIGHT = 0.05
"""Such a change from which pictures are not averaged: their mean would be a light that never was, and
what differs from that looks like a hand. Dusk changes a frame by far less."""


@dataclass(frozen=True)
class Stillness:
    """What a frame means. ``phase``: "empty" (still, and like the learned empty table), "moving" (or a
    hand is in the way), "still" (not read yet), "read" (still, and nothing new since the reading).

    ``hand``: the thing that reaches in over the picture's edge while it rests there or something moves.
    It is None before the first reading, since it is a difference from the table as it was read.
    ``cover``: the thing that reaches in over a still table, and was not there when it was read: it may
    hide pieces. ``is_new``: the frame differs from the one before it. ``since``: when everything had
    come to rest, s. ``movement``: the movement before this rest, if it has not been read yet.
    """

    phase: Phase
    should_read: bool
    hand: Mask | None = None
    cover: Mask | None = None
    is_new: bool = False
    since: float = field(default=0.0, compare=False)
    movement: Movement | None = field(default=None, compare=False)

    @property
    def covered(self) -> bool:
        """Whether something reaches in over a still table."""
        return self.cover is not None


@dataclass
class _Rest:
    """A time in which nothing moves, with the table's looks."""

    since: float
    mean: LogBgr
    is_next: bool = False
    """Whether it followed another rest at once, like a recording's next photograph."""
    frames: int = 1
    in_light: int = 1
    """Number of frames in the present light."""
    settled: bool = False
    empty: bool = False
    cover: Mask | None = None
    """The thing that reaches in over the edge, and was not there at the last reading."""
    movement: Movement | None = None
    """The movement before it."""

    def add(self, small: LogBgr) -> None:
        """Take a further picture into the mean."""
        self.frames += 1
        self.in_light = 1 if relit_by(self.mean, small) > _OTHER_LIGHT else self.in_light + 1
        self.mean = self.mean + (small - self.mean) / np.float32(min(self.in_light, _MEAN_OF))


@dataclass
class StillWatch:
    """Watches frames go by and says when the table is worth a reading.

    Call ``follow`` for every frame; if the result is ``should_read``, call ``mark_read`` and read that
    frame (or a later one of the same stillness). Then nothing has to be read until something has really
    changed on the table, however many hands and shadows pass; after a doubtful reading, until the light
    has. Not thread-safe.
    """

    every_rest: bool = False
    """Whether every rest is read, even one that looks like the last: a piece may look like its
    background."""
    _rest: _Rest | None = None
    _seen_at: float = 0.0
    _noise: float = 0.0
    _read: LogBgr | None = None
    _uncovered: LogBgr | None = None
    """The last reading's picture without anything new reaching in: it shows no hand."""
    _empty: LogBgr | None = None
    _unread: bool = True
    _again: bool = False
    _doubtful: bool = False
    _pieces: tuple[Place, ...] = ()
    _moving: MovementWatch = field(default_factory=MovementWatch)

    def follow(self, frame: Frame) -> Stillness:
        """Take in the next frame."""
        now = frame.taken_at
        rest = self._take_in(shrink(frame.image_bgr), now)
        hand = self._hand_over(rest, now)
        phase = self._judge(rest, now, has_hand=hand is not None)
        should_read = phase != "moving" and (self._unread or self._again)
        cover = rest.cover if should_read else None
        movement = rest.movement if should_read else None
        return Stillness(phase, should_read, hand, cover, rest.frames == 1, rest.since, movement)

    def mark_read(self) -> None:
        """Say that the present stillness is being read now. Does nothing when it is over already."""
        if self._rest is not None and self._rest.settled:
            self._looks_like(self._rest)
            self._unread = self._again = self._doubtful = False

    def _looks_like(self, rest: _Rest) -> None:
        """Record that this is how the table that was read looks."""
        self._read = rest.mean
        if rest.cover is None:
            self._uncovered = rest.mean

    def read_again(self) -> None:
        """Ask for another reading, of the next frame of the same stillness."""
        self._again = self._rest is not None and self._rest.settled

    def doubt(self) -> None:
        """Record that the reading is doubtful: in another light the table is worth a reading, too."""
        self._doubtful = True

    def learn_pieces(self, places: tuple[Place, ...]) -> None:
        """Set where pieces were read, as fractions of the picture's width and height: whatever covers
        them hides them.
        """
        self._pieces = places

    def learn_empty(self) -> None:
        """Record that the reading found nothing: this is how the empty table looks."""
        if self._rest is not None and self._rest.settled:
            self._empty = self._rest.mean
            self._rest.empty = True

    def _take_in(self, small: LogBgr, now: float) -> _Rest:
        """Continue the present rest, or begin a new one if something moved; return it."""
        # Between two readings of one stillness there are no frames while a reading takes its time.
        rest, late = self._rest, now - self._seen_at > _GAP_S and not self._again
        self._moving.passed(now - self._seen_at)
        self._seen_at = now
        if rest is None or late or rest.mean.shape != small.shape:
            self._rest = _Rest(now, small)
            return self._rest
        bump = bumps(rest.mean, small)
        self._noise += _NOISE_ADAPTS * (noise_of(bump) - self._noise)
        if has_changed(bump, self._threshold()):
            self._rest = _Rest(now, small, is_next=rest.settled)
            self._moving.keep(small, now)
            return self._rest
        rest.add(small)
        return rest

    def _judge(self, rest: _Rest, now: float, *, has_hand: bool) -> Phase:
        """Return the phase; a rest that has lasted long enough is final."""
        if rest.frames < STILL_FRAMES or now - rest.since < STILL_S:
            # A stillness that ended before all of its readings were made has not been read.
            self._unread, self._again = self._unread or self._again, False
            return "moving"
        if not rest.settled:
            if has_hand:
                return "moving"
            rest.settled = True
            rest.movement = self._moving.ends(rest.since, self._read, rest.mean, self._threshold())
            self._compare(rest)
            self._unread = self._unread or self.every_rest
        elif rest.frames % _COMPARED_EVERY == 0:
            self._compare(rest)
        if rest.empty:
            return "empty"
        return "still" if self._unread else "read"

    def _hand_over(self, rest: _Rest, now: float) -> Mask | None:
        """Return where a hand is over the table; anything that stays for long belongs to the table."""
        if rest.settled:
            return None
        mask = rest.cover = self._reaching_in(rest)
        if rest.is_next:
            return None  # Nobody was seen moving: one photograph follows another, or the camera is slow.
        if mask is None or now - rest.since <= _HAND_RESTS_S:
            return mask
        hides = any(mask.covers(place, (1, 1)) for place in self._pieces)
        return mask if hides and now - rest.since <= _HAND_RESTS_OVER_PIECES_S else None

    def _reaching_in(self, rest: _Rest) -> Mask | None:
        """Return the thing that reaches in over the edge now, but did not when the table was read."""
        before = self._read
        if before is None or before.shape != rest.mean.shape:
            return None
        places = hand_mask(before, rest.mean)
        # When a hand that rested while the table was read is gone, the table looks as it did before.
        if places is None or (self._uncovered is not None and self._shows(self._uncovered, rest.mean)):
            return None
        return Mask(places)

    @staticmethod
    def _shows(before: LogBgr, now: LogBgr) -> bool:
        """Tell whether nothing new reaches in."""
        return before.shape == now.shape and hand_mask(before, now) is None

    def _compare(self, rest: _Rest) -> None:
        """Compare the table with its reading, and with the empty table."""
        rest.empty = self._looks_empty(rest)
        if self._unread:
            return
        if self._read is None or self._is_new(self._read, rest.mean):
            self._unread = True
        elif relit_by(self._read, rest.mean) > _OTHER_LIGHT:
            self._looks_like(rest)
        else:
            self._read = self._read + np.float32(_READ_ADAPTS) * (rest.mean - self._read)

    def _is_new(self, read: LogBgr, now: LogBgr) -> bool:
        """Tell whether something has changed since a reading; after a doubtful one, the light, too."""
        if self._differs(read, now):
            return True
        return self._doubtful and relit_by(read, now) > _RELIT

    def _looks_empty(self, rest: _Rest) -> bool:
        if self._empty is None or self._differs(self._empty, rest.mean):
            return False
        self._empty = self._empty + np.float32(_EMPTY_ADAPTS) * (rest.mean - self._empty)
        return True

    def _differs(self, before: LogBgr, now: LogBgr) -> bool:
        if before.shape != now.shape:
            return True
        return has_changed(bumps(before, now), self._threshold())

    def _threshold(self) -> float:
        return max(_CHANGED, _NOISES * self._noise)

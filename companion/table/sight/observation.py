"""What the reader has reported: the newest picture, its present activity, and the last finished
readings."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf

from companion.errors import IllegalMove, Reason
from companion.table.hooks.position import Readings, reading_of
from companion.table.service import LatestPicture
from companion.table.shapes.camera import CameraShape
from companion.table.shapes.seen import UnjudgedShape, WatchShape
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import FrameSight
from companion.table.sight.misread_dice import nothing_beside_all
from companion.table.sight.putting_right import (
    MisreadPiece,
    drop_covered,
    piece_meant,
    put_right,
    still_there,
    told_again,
)
from companion.table.sight.seen import counted, seen_shape
from companion.table.sight.tapped import Tapped
from vision.frame import Frame
from vision.motion.changes import LogBgr, bumps, has_changed, shrink
from vision.picture import jpeg
from vision.readings.dice import DiceReading
from vision.readings.reading import Unjudged

RESTLESS_S = 6.0
"""Seconds without a moment in which the table could be read, after which the page says why nothing
happens. Chosen by hand: hands that build a city take a few seconds, and nobody waits ten seconds without
a notice."""
UNJUDGED_S = 0.6
"""Seconds without a picture that can be judged, after which the page says why: a hand passing close to
the lens is gone by then."""
OLD_FRAME_S = 15.0
"""Age in seconds above which a picture no longer shows the present table. A slow reading delays one by
five."""

THING_LOG = 0.08
"""Difference from the shown picture (log of light, see ``vision.motion.changes``) above which a place
shows something else: a die that moves a little differs by 0.2 and more, noise by 0.03 and less."""
LIGHT_AGAIN_S = 600.0
"""Seconds after which the picture of a still table is renewed, for its light: six of them in an hour are
some 0.6 MB."""

EYES_OFF: WatchShape = {"phase": "off", "seen": None, "hand": []}


@dataclass(frozen=True)
class Observation:
    """What is known of the table by sight.

    ``frame`` is the number of the picture that the last settled readings come from, ``seen_at`` the
    time it was taken, in seconds of the table's clock; what was read lay there from ``lay_since`` to
    ``lay_until`` at least. ``corrected``: pieces that a person corrected, and places without a die where
    one may be read. ``unsettled``: the kinds of pieces whose readings may still change.
    ``restless_since``: when the table was seen to differ from its reading; None: it does not.
    ``unjudged_since``: since when the pictures cannot be judged; None: they can.
    """

    camera: CameraShape
    watch: WatchShape = field(default_factory=lambda: EYES_OFF)
    readings: Readings = field(default_factory=dict)
    frame: int = 0
    seen_at: float = 0.0
    lay_since: float = 0.0
    lay_until: float = 0.0
    corrected: tuple[MisreadPiece, ...] = ()
    unsettled: frozenset[str] = frozenset()
    restless_since: float | None = None
    unjudged_since: float | None = None

    def forgotten(self) -> "Observation":
        """Return the same camera before anything was read."""
        watch: WatchShape = {**self.watch, "seen": None}
        return replace(self, watch=watch, readings={}, corrected=(), unsettled=frozenset())

    def through(self, camera: CameraShape) -> "Observation":
        """Return the knowledge after a change of camera: nothing yet."""
        return replace(self.forgotten(), camera=camera, watch=EYES_OFF, restless_since=None)

    def after(self, sight: FrameSight) -> "Observation":
        """Return what is known once readings are settled, or some of them."""
        taken_at = sight.frame.taken_at
        kinds = frozenset(sight.readings)
        open_kinds = frozenset[str]() if sight.finished else kinds - sight.settled
        settled = {kind: one for kind, one in sight.readings.items() if kind not in open_kinds}
        return replace(
            self,
            readings=put_right(sight.readings, self.corrected),
            frame=sight.frame.number,
            seen_at=taken_at,
            lay_since=taken_at if sight.still_since is None else sight.still_since,
            lay_until=taken_at,
            corrected=still_there(self.corrected, settled),
            unsettled=open_kinds,
        )

    @property
    def size_px(self) -> tuple[int, int]:
        """The size of the picture that dice were read in."""
        reading = reading_of(DiceReading, self.readings)
        return (1, 1) if reading is None else reading.size_px

    def looked_on(self, watch: WatchShape, sight: FrameSight) -> "Observation":
        """Return the knowledge after a frame without finished readings: the pieces may still lie
        there."""
        now, rests = sight.frame.taken_at, sight.phase in ("read", "empty")
        since = None if rests else now if self.restless_since is None else self.restless_since
        lies = rests and not sight.finished
        until = now if lies else self.lay_until
        blind = self.unjudged_since if self.unjudged_since is not None else now
        return replace(
            self,
            watch=watch,
            lay_until=until,
            restless_since=None if sight.unjudged else since,
            unjudged_since=blind if sight.unjudged else None,
        )

    def is_restless(self, sight: FrameSight) -> bool:
        """Tell whether something has moved for long without a reading."""
        since = self.restless_since
        moves = sight.phase == "moving" and since is not None
        return moves and sight.frame.taken_at - (since or 0.0) >= RESTLESS_S

    def is_unjudged(self, sight: FrameSight) -> bool:
        """Tell whether the pictures could not be judged for so long that people are told why.

        Of a still table, which was looked at for long, they are told at once.
        """
        since = self.unjudged_since
        is_long = since is not None and sight.frame.taken_at - since >= UNJUDGED_S
        return bool(sight.unjudged) and (is_long or sight.phase != "moving")

    def with_picture(self, *, hidden: bool) -> "Observation":
        """Return the same with the camera's picture, and everything seen in it, hidden or shown."""
        if hidden == self.camera.get("hidden", False):
            return self
        camera: CameraShape = {**self.camera, "hidden": hidden}
        watch: WatchShape = {"phase": self.watch["phase"], "seen": None, "hand": []}
        return replace(self.forgotten() if hidden else self, camera=camera, watch=watch)

    def reached_over(self, sight: FrameSight) -> "Observation":
        """Return the knowledge while a hand covers places: corrections there may be void."""
        if sight.hand is None:
            return self
        height, width = sight.frame.image_bgr.shape[:2]
        return replace(self, corrected=drop_covered(self.corrected, sight.hand, (width, height)))

    def put_right(self, pieces: Sequence[MisreadPiece]) -> "Observation":
        """Return the knowledge after a person has said what some pieces really are; they are drawn like
        that."""
        readings, seen = put_right(self.readings, pieces), self.watch["seen"]
        if seen is not None and readings:
            seen = seen_shape(readings, seen["frame"], seen["drawn"])
        watch: WatchShape = {**self.watch, "seen": seen}
        return replace(
            self, watch=watch, readings=readings, corrected=told_again(self.corrected, pieces)
        )

    def with_all_dice(self, count: int | None) -> "Observation":
        """Return the same; once all dice of the game were read with certainty, nothing beside them is a
        die.

        ``count``: the number of dice in the game; None if it is unknown.
        """
        nothing = (
            [] if count is None else nothing_beside_all(reading_of(DiceReading, self.readings), count)
        )
        return self.put_right(nothing) if nothing else self

    def meant(self, tapped: Tapped) -> MisreadPiece:
        """Return the piece of the last reading, which must be of that frame. Raises IllegalMove."""
        known = piece_meant(tapped, self.readings)
        if known is None or tapped.frame != self.frame:
            raise IllegalMove(
                "the table was read anew since",
                hint="Look at the picture again.",
                reason=Reason("error.read_anew"),
            )
        return known

    def drawn_over(self, drawn: JsonObject, frame: int) -> "Observation":
        """Return the same with a game's drawing over the reading of a frame, if that is still shown."""
        seen = self.watch["seen"]
        if seen is None or seen["frame"] != frame:
            return self
        watch: WatchShape = {**self.watch, "seen": {**seen, "drawn": drawn}}
        return replace(self, watch=watch)


def describe_watched(sight: FrameSight, known: Observation) -> WatchShape:
    """Return what pages are shown of a frame; without new readings the earlier drawing stays.

    For a hidden frame they are told only whether something moves.
    """
    watch = _watch(sight, known)
    if known.is_unjudged(sight):
        return {**watch, "unjudged": [_told(part, sight) for part in sight.unjudged]}
    return {**watch, "restless": True} if known.is_restless(sight) else watch


def _watch(sight: FrameSight, known: Observation) -> WatchShape:
    if known.camera.get("hidden"):
        return {"phase": sight.phase, "seen": None, "hand": []}
    before, readings = known.watch, put_right(sight.readings, known.corrected)
    hand = [list(outline) for outline in sight.hand.outlines()] if sight.hand else []
    if sight.phase == "moving":
        return {"phase": "moving", "seen": None, "hand": hand}
    if not readings:
        return {"phase": sight.phase, "seen": before["seen"], "hand": hand}
    seen = seen_shape(readings, sight.frame.number, counted(readings))
    return {"phase": sight.phase, "seen": seen, "hand": hand}


def _told(part: Unjudged, sight: FrameSight) -> UnjudgedShape:
    height, width = sight.frame.image_bgr.shape[:2]
    x, y, across, down = part.box_px
    return {"why": part.why, "box": (x / width, y / height, across / width, down / height)}


class Pictures:
    """The shown picture as JPEG: made once for everybody, and only on request.

    Another frame replaces it while something moves, or if it shows something else. While they are
    ``hidden`` there is none: frames taken then are not stored at all.
    """

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._frame: Frame | None = None
        self._shown: Frame | None = None
        self._shown_small: LogBgr | None = None
        self._picture: LatestPicture | None = None
        self.hidden = False
        self._hidden_until = inf

    def hide(self, secret: bool, now: float) -> None:
        """Hide all pictures while a ``secret`` may be visible; ``now``: the table's clock, s."""
        if secret:
            self.hidden, self._hidden_until = True, inf
            self._frame = self._shown = self._picture = None
        elif self._hidden_until == inf:
            self._hidden_until = now

    def show(self, sight: FrameSight) -> bool:
        """Take a newer frame; return whether it may be shown.

        After a secret, pictures are shown again only when a newer frame shows no movement and no hand.
        """
        late = sight.frame.taken_at > self._hidden_until and sight.phase != "moving"
        self.hidden = self.hidden and not late
        if not self.hidden:
            self._frame = sight.frame
            self._choose(sight)
        return not self.hidden

    def told(self, watch: WatchShape) -> WatchShape:
        """Return the form for pages, with the number of the picture of the still table."""
        if self._shown is None or self.hidden or watch["phase"] == "moving":
            return watch
        return {**watch, "picture": self._shown.number}

    def forget(self) -> None:
        """Show no picture: another camera is used from now on."""
        self._frame = self._shown = self._picture = None

    def _choose(self, sight: FrameSight) -> None:
        """Show this frame if it differs from the one shown."""
        frame, shown = sight.frame, self._shown
        small = shrink(frame.image_bgr)
        if (
            shown is None
            or self._shown_small is None
            or sight.phase == "moving"
            or shown.image_bgr.shape != frame.image_bgr.shape
            or frame.taken_at - shown.taken_at >= LIGHT_AGAIN_S
            or has_changed(bumps(self._shown_small, small), THING_LOG)
        ):
            self._shown, self._shown_small = frame, small

    def frame_of(self, now: float) -> Frame | None:
        """Return the newest frame as the camera gave it; None before the first, and while it is hidden.

        None, too, if it is too old to show what lies there ``now`` (the table's clock, s).
        """
        frame = self._frame
        return None if frame is not None and now - frame.taken_at > OLD_FRAME_S else frame

    def newest(self) -> LatestPicture | None:
        """Return the shown picture; None before the first, and while it is hidden."""
        with self._making:
            frame = self._shown
            if frame is None:
                return None
            if self._picture is None or self._picture.frame != frame.number:
                self._picture = LatestPicture(jpeg(frame.image_bgr), frame.number)
            return self._picture

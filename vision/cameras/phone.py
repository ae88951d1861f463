"""A phone's browser as camera: its pictures are handed over here, and only the newest is kept.

Neither an address nor a driver is opened: pictures arrive when the phone sends them. The requests to the
phone (interval, size, hold the light) go back with each answer.
"""

import threading
import zlib
from dataclasses import dataclass
from typing import Final

from vision.cameras.received import LOOK_EVERY_S, ReceivingCamera
from vision.cameras.view import CameraView
from vision.clock import Clock
from vision.errors import CameraLost, NotAPicture, Why
from vision.frame import ImageBgr
from vision.picture_files import size_of

MOST_PIXELS: Final = 13_000_000
"""Most pixels of a picture, as in the Pi's own camera: larger ones take too long to decode."""
FPS: Final = 5.0
"""Pictures a second: enough for the table to find them still within a second."""
USUAL_SIZE_WH: Final = (1640, 1232)
"""Requested if no board is played: the published figures of dice are for pictures of this size."""
SILENT_AFTER_S: Final = 3.0
"""Longest wait for a picture, in real seconds: losses on Wi-Fi are resent sooner."""
ON_ITS_WAY_S: Final = 1.0
"""Seconds after a phone said that it leaves within which an arriving picture counts as sent before."""
ADJUSTS_WITHIN_S: Final = 4.0
"""Seconds that a phone may take to hold its light and its lens: some take two seconds to focus."""

_TOLD: Final[dict[Why, str]] = {
    "no_phone": "no phone is the camera yet: open /camera on the host's page and scan the code",
    "phone_away": "the phone that is the camera is locked, or shows something else",
    "phone_silent": "nothing comes from the phone that is the camera; its page must be open",
    "phone_blind": "the browser of the phone that is the camera gets no picture: a call may have it",
}


@dataclass(frozen=True)
class Wanted:
    """The table's request to the phone: the next picture after this many seconds, of this size.

    ``hold``: focus, exposure and white balance are to be held; ``asked``: grows with every new request,
    and returns in the phone's report.
    """

    next_s: float
    size_wh: tuple[int, int]
    hold: bool
    asked: int


@dataclass(frozen=True)
class PhoneHeld:
    """What the phone was able to hold at the last request."""

    asked: int
    focus: bool
    exposure: bool


class PhoneFeed:
    """The exchange between a phone and the table's camera. Safe to use from any thread."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._jpeg: bytes | None = None
        self._why: Why = "no_phone"
        self._view = CameraView()
        self._hold, self._asked = False, 0
        self._report = PhoneHeld(0, focus=False, exposure=False)
        self._due: float | None = None
        self._left_at: float | None = None

    def put(self, jpeg: bytes, now: float) -> Wanted:
        """Take a picture in place of the one before, at that time of a steady clock.

        Raises ``NotAPicture`` if the file is broken, or larger than any requested; it is decoded only if
        somebody wants it.
        """
        width, height = size_of(jpeg)
        if width * height > MOST_PIXELS:
            raise NotAPicture(
                f"not a picture: {width} × {height} pixels are too many", hint="Send a smaller one."
            )
        with self._news:
            # A picture under way when the phone left does not show the present table.
            if self._left_at is None or now - self._left_at > ON_ITS_WAY_S:
                self._jpeg, self._why, self._left_at = jpeg, "phone_silent", None
            # At the requested rate, however long each was under way.
            due = now if self._due is None else self._due
            self._due = max(now, due + 1 / FPS)
            self._news.notify_all()
            size_wh = self._view.size_or(USUAL_SIZE_WH)
            return Wanted(self._due - now, size_wh, self._hold, self._asked)

    def take(self, within_s: float) -> bytes | None:
        """Return the newest picture, each only once; None if none arrives within this many real
        seconds."""
        with self._news:
            self._news.wait_for(lambda: self._jpeg is not None, within_s)
            jpeg, self._jpeg = self._jpeg, None
            return jpeg

    def expect_none(self, why: Why, now: float) -> None:
        """Record why no more pictures will come for now; the last one no longer shows the present
        table."""
        with self._news:
            self._why, self._jpeg, self._left_at = why, None, now

    def reports(self, report: PhoneHeld) -> None:
        """Record which requests the phone could fulfil."""
        with self._news:
            self._report = report
            self._news.notify_all()

    @property
    def why(self) -> Why:
        """Why the next picture may not come; "phone_silent" while pictures come."""
        with self._news:
            return self._why

    def set(self, view: CameraView) -> None:
        """Request pictures of this size from now on."""
        with self._news:
            self._view = view

    def hold(self, hold: bool, *, anew: bool = False) -> PhoneHeld:
        """Ask the phone to hold focus and light, or to release them; return what it could do.

        ``anew``: its lens is to focus once more. A phone that says nothing can do none of this.
        """
        with self._news:
            if hold != self._hold or anew:
                self._hold, self._asked = hold, self._asked + 1
            asked, nobody = self._asked, PhoneHeld(self._asked, focus=False, exposure=False)
            if self._why != "phone_silent":  # there is none, or it is busy elsewhere
                return nobody
            self._news.wait_for(lambda: self._report.asked == asked, ADJUSTS_WITHIN_S)
            return self._report if self._report.asked == asked else nobody


class PhoneCamera(ReceivingCamera):
    """The phone whose pictures come through ``feed``."""

    stale_after_s = SILENT_AFTER_S + 2.0  # its own message says why nothing comes
    opens_at_once = True

    def __init__(self, feed: PhoneFeed, clock: Clock) -> None:
        super().__init__("phone", clock)
        self._feed = feed
        self._stamped = 0.0

    def _open(self) -> None:
        self._feed.set(self.view)

    def _grab(self) -> ImageBgr:
        self._feed.set(self.view)
        found, _ = self._next(self._take, SILENT_AFTER_S)
        if found is not None:
            return found
        why = self._feed.why
        raise CameraLost(_TOLD[why], hint="Until then everything can be entered by tap.", why=why)

    def _take(self) -> bytes | None:
        jpeg = self._feed.take(LOOK_EVERY_S)
        if jpeg is not None:
            self._stamped = float(zlib.crc32(jpeg))
        return jpeg

    def _stamp(self) -> float | None:
        """Return what distinguishes a picture from the next: they are never equal, except one sent
        twice."""
        return self._stamped

    def _close(self) -> None:
        """Nothing is open."""

    def focus(self) -> bool:
        """Let the phone focus on the present scene, and hold that; return whether it says that it
        worked."""
        return self._feed.hold(True, anew=True).focus

    def lock_exposure(self) -> bool:
        """Let the phone hold its light; return whether it says that it worked. Many cannot."""
        return self._feed.hold(True).exposure

    def unlock_exposure(self) -> bool:
        """Let the phone adapt to the light again; return whether it says that it worked."""
        return self._feed.hold(False).exposure

"""The phone that is the table's camera, as pages and API see it: its pictures and its condition."""

from collections.abc import Callable
from typing import Final

from companion.errors import BadUpload, Reason
from companion.table.shapes.camera import PhoneReport, PhoneWanted
from companion.table.supervision.supervisor import Fault
from vision.cameras.phone import PhoneFeed, PhoneHeld
from vision.clock import Clock
from vision.errors import NotAPicture

PART: Final = "phone battery"
BATTERY_LOW: Final = 0.15
"""A part of its charge below which a phone has half an hour left as a camera, with its screen on."""

Tell = Callable[[str, Fault | None], None]


class CameraPhone:
    """Hands a phone's pictures to the camera, and reports its faults.

    ``called`` gets the phone's name (None for no phone), ``report`` its faults. Safe to use from any
    thread.
    """

    def __init__(
        self, feed: PhoneFeed, clock: Clock, called: Callable[[str | None], None], report: Tell
    ) -> None:
        self._feed, self._clock = feed, clock
        self._called, self._report = called, report
        self._fault: Fault | None = None

    def picture(self, jpeg: bytes) -> PhoneWanted:
        """Take a picture, and return what is wanted next. Raises BadUpload."""
        try:
            wanted = self._feed.put(jpeg, self._clock.now())
        except NotAPicture as error:
            raise BadUpload(
                str(error), hint=error.hint, reason=Reason("error.teaching.no_photograph")
            ) from error
        return {
            "next_ms": round(1000 * wanted.next_s),
            "size": list(wanted.size_wh),
            "hold": wanted.hold,
            "asked": wanted.asked,
        }

    def hear(self, how: PhoneReport) -> None:
        """Take in how the phone is."""
        self._feed.reports(PhoneHeld(how["asked"], how["focus"], how["exposure"]))
        if how["away"]:
            self._feed.expect_none("phone_away", self._clock.now())
        elif how["blind"]:
            self._feed.expect_none("phone_blind", self._clock.now())
        battery = how["battery"]
        low = battery is not None and battery < BATTERY_LOW
        told = Fault("phone", "phone_battery", {"percent": round(100 * (battery or 0))}) if low else None
        if told != self._fault:
            self._fault = told
            self._report(PART, told)

    def becomes(self, name: str | None) -> None:
        """Record that another phone is the camera; None: no phone. Nothing of the last one stays."""
        self._feed.expect_none("no_phone", self._clock.now())
        self._called(name)
        if self._fault is not None:
            self._fault = None
            self._report(PART, None)

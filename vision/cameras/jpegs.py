"""Cuts a flow of bytes into JPEG pictures."""

import re

_BEGINNING = b"\xff\xd8\xff"
_SOI, _EOI = 0xD8, 0xD9
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
"""What is no part of a picture's own data: there a zero follows each FF, or one of eight restarts."""
_MOST_BYTES = 32 << 20
"""No picture is larger; what was collected until then is none."""


class Jpegs:
    """Takes in bytes as they come and gives the pictures among them that are whole.

    Where a picture ends is told by itself. What stands between pictures is passed over: cameras differ
    in the boundaries that they announce and the ones that they send, and in whether they tell lengths.
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._at = 0
        """So far the first picture has been followed; 0: its beginning has not come."""

    def take(self, more: bytes) -> list[bytes]:
        """Return the pictures that end within these bytes."""
        self._bytes += more
        pictures = []
        while (end := self._end()) is not None:
            pictures.append(bytes(self._bytes[:end]))
            self._forget(end)
        if len(self._bytes) > _MOST_BYTES:
            self._forget(len(self._bytes))
        return pictures

    def _end(self) -> int | None:
        """Return where the first picture ends; None where that has not come yet."""
        if self._at == 0 and not self._begins():
            return None
        while marker := _MARKER.search(self._bytes, self._at):
            code, behind = marker[1][0], marker.end()
            if code == _EOI:
                return behind
            if code == _SOI:  # the picture before was broken off
                self._forget(behind - 2)
                self._at = 2
                continue
            length = self._bytes[behind : behind + 2]
            if len(length) < 2:
                return None
            # What a segment holds is jumped over: a thumbnail in it has an end of its own.
            self._at = behind + int.from_bytes(length, "big")
        self._at = max(self._at, len(self._bytes) - 1)
        return None

    def _begins(self) -> bool:
        start = self._bytes.find(_BEGINNING)
        if start < 0:
            self._forget(max(0, len(self._bytes) - len(_BEGINNING) + 1))
            return False
        self._forget(start)
        self._at = 2
        return True

    def _forget(self, end: int) -> None:
        del self._bytes[:end]
        self._at = 0

"""Cuts a flow of bytes into JPEG pictures."""

import re

_BEGINNING = b"\xff\xd8\xff"
_SOI, _EOI, _SOS = 0xD8, 0xD9, 0xDA
_END = bytes((0xFF, _EOI))
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
"""Markers, which are not part of a picture's own data: there a zero follows each FF, or one of eight
restarts."""
_LENGTH = re.compile(rb"content-length\s*:\s*(\d{1,9})\s", re.IGNORECASE)
_HEADS = (
    re.compile(rb"(\r?\n)?--[^\r\n]*\r?\n([\w-]+ *:[^\r\n]*\r?\n)*\r?\n$"),
    re.compile(rb"(\r?\n[\x20-\x7e]*)+\r?\n$"),
)
"""Text before a picture: a boundary and its part's headers, or any lines."""
_LONGEST_HEAD = 1024
_MOST_BYTES = 32 << 20
"""Largest picture; if no end was found by then, the bytes are discarded."""


class Jpegs:
    """Takes in bytes as they come and gives the pictures among them.

    The end of a picture is found from its own data. Some cameras omit its end mark: then it ends after
    the length in its part's headers, or where the next one begins. Boundaries are not trusted: cameras
    announce others than they send. A length is trusted only if a picture may end there. A truncated
    picture is returned as well, with an end mark: only the decoder can tell.
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._at = 0
        """How far the first picture has been followed; 0: its beginning has not arrived."""
        self._data_at = 0
        """Where its data begin, behind its headers; 0: not arrived yet."""
        self._length: int | None = None
        """Its length, according to its part's headers."""

    def take(self, more: bytes) -> list[bytes]:
        """Return the pictures that end within these bytes."""
        self._bytes += more
        pictures = []
        while (end := self._end()) is not None:
            picture = bytes(self._bytes[:end])
            pictures.append(picture if picture.endswith(_END) else picture + _END)
            self._forget(end)
        if len(self._bytes) > _MOST_BYTES:
            self._forget(len(self._bytes))
        return pictures

    def _end(self) -> int | None:
        """Return where the first picture ends; None if that has not arrived yet."""
        if self._at == 0 and not self._begins():
            return None
        while marker := _MARKER.search(self._bytes, self._at):
            code, behind = marker[1][0], marker.end()
            if code == _EOI:
                return behind
            if code == _SOI:
                if self._data_at:
                    return self._head_before(behind - 2)
                if not self._begins(behind - 2):
                    return None
                continue
            length = self._bytes[behind : behind + 2]
            if len(length) < 2:
                return None
            # Segments are skipped: a thumbnail in one has an end mark of its own.
            self._at = behind + int.from_bytes(length, "big")
            self._data_at = self._at if code == _SOS else self._data_at
        self._at = max(self._at, len(self._bytes) - 1)
        return self._told_end()

    def _begins(self, at: int = 0) -> bool:
        """Look for the beginning of a picture, and start following it."""
        start = self._bytes.find(_BEGINNING, at)
        if start < 0:
            self._forget(max(at, len(self._bytes) - _LONGEST_HEAD))
            return False
        told = _LENGTH.findall(self._bytes, max(0, start - _LONGEST_HEAD), start)
        self._forget(start)
        self._at = 2
        self._length = int(told[-1]) if told else None
        return True

    def _told_end(self) -> int | None:
        """Return the announced length, if nothing follows there yet, or a new line, or a boundary."""
        told = self._length
        if told is not None and 0 < self._data_at < told <= len(self._bytes):
            return told if bytes(self._bytes[told : told + 1]) in (b"", b"\r", b"\n", b"-") else None
        return None

    def _head_before(self, start: int) -> int:
        """Return where the headers begin of the picture that begins there."""
        first = max(self._data_at, start - _LONGEST_HEAD)
        between = bytes(self._bytes[first:start])
        found = next((head for one in _HEADS if (head := one.search(between))), None)
        return start if found is None else first + found.start()

    def _forget(self, end: int) -> None:
        del self._bytes[:end]
        self._at = self._data_at = 0
        self._length = None

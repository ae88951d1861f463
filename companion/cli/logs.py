"""The running table's log: plain lines on stderr, without secrets, never too many.

An error's text may contain a secret, such as the card in a vote. So a trace shows the place and kind of
an error; its text is left out unless it concerns a device or a file.
"""

import logging
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from types import TracebackType

from companion.table.supervision.supervisor import Nonsense
from vision.errors import VisionError

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
TOLD = (OSError, VisionError, Nonsense)
"""Errors whose text speaks of files, cameras and kinds of answers, never of what players do."""

SAME_AFTER_S = 60.0
MOST_KEPT = 1000
"""Most lines that are remembered to recognise repeats, so that memory stays small."""

ErrorInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PlainFormatter(logging.Formatter):
    """Writes one line an entry, and below it the trace of an error, if there is one."""

    def formatException(self, ei: ErrorInfo) -> str:  # noqa: N802 - logging's own name
        """Return where the error was raised, and its type."""
        kind, error, trace = ei
        if kind is None:
            return "no error"
        lines = traceback.format_tb(trace)
        text = f": {error}" if isinstance(error, TOLD) else ""
        return "".join([*lines, f"{kind.__name__}{text}"])


class OnceAMinute(logging.Filter):
    """Leaves out lines that were already written within the last minute; the next such line says how
    many were left out.

    A full disk, say, is found full again at every try. Any thread may write.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._lock = Lock()
        self._written: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()
        """When each line was last written, and how often it was left out since; the oldest comes
        first."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line is to be written."""
        line = (record.name, record.levelno, record.getMessage(), _locate_error(record.exc_info))
        with self._lock:
            left_out = self._left_out(line, self._now())
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} times more in between)", None
        return left_out is not None

    def _left_out(self, line: tuple[object, ...], now: float) -> int | None:
        """Return how often a line to be written now was left out before; None if it is left out
        again."""
        written_at, left_out = self._written.get(line, (None, 0))
        if written_at is not None and now < written_at + SAME_AFTER_S:
            self._written[line] = (written_at, left_out + 1)
            return None
        self._written[line] = (now, 0)
        self._written.move_to_end(line)
        if len(self._written) > MOST_KEPT:
            self._written.popitem(last=False)
        return left_out


def _locate_error(info: ErrorInfo | None) -> tuple[object, ...]:
    """Return the kind of an error, and the line that raised it."""
    trace = info[2] if info is not None else None
    if info is None or trace is None:
        return ()
    while trace.tb_next is not None:
        trace = trace.tb_next
    return (info[0], trace.tb_frame.f_code.co_filename, trace.tb_lineno)


def configure() -> None:
    """Write warnings and errors of all our parts to stderr."""
    handler = logging.StreamHandler()
    handler.addFilter(OnceAMinute())
    handler.setFormatter(PlainFormatter(FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])

"""What the running table writes down of itself: plain lines on stderr, without secrets.

A secret may stand in an error's text (a card that was voted with, say). So a trace tells where
something went wrong and of which kind it was; the text is left out but where it speaks of a device or
a file.
"""

import logging
import traceback
from types import TracebackType

from companion.table.supervisor import Nonsense
from vision.errors import VisionError

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
TOLD = (OSError, VisionError, Nonsense)
"""Errors whose text speaks of files, cameras and kinds of answers, never of what players do."""

ErrorInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PlainFormatter(logging.Formatter):
    """Writes one line an entry, and below it the trace of an error, if there is one."""

    def formatException(self, ei: ErrorInfo) -> str:  # noqa: N802 - logging's own name
        """Return where the error was raised, and its kind."""
        kind, error, trace = ei
        if kind is None:
            return "no error"
        lines = traceback.format_tb(trace)
        text = f": {error}" if isinstance(error, TOLD) else ""
        return "".join([*lines, f"{kind.__name__}{text}"])


def configure() -> None:
    """Write warnings and errors of all our parts to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(PlainFormatter(FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])

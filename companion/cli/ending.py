"""How the program ends while one of its threads is still computing."""

import atexit
import os
import sys
import threading
from contextlib import suppress


def leave(ended: SystemExit) -> None:
    """End the program as ``ended`` says.

    A thread cannot be ended from outside, and one that is inside OpenCV or ONNX Runtime may stay there
    longer than anyone waits. If it comes back while Python is shutting down, it is ended by unwinding
    C++ that forbids that, and the whole program aborts. So if a thread is left, Python is not shut down
    normally: its usual last steps are done here, and the system clears up the rest.
    """
    _flush()
    if threading.active_count() == 1:
        raise ended
    atexit._run_exitfuncs()
    _flush()
    os._exit(ended.code if isinstance(ended.code, int) else int(ended.code is not None))


def _flush() -> None:
    """Flush everything that is still to be written; whatever cannot be written is dropped, without
    changing the exit status."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # a full disk, or nobody listens any more
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)

"""A browser that nobody drives, whose camera shows a file: the phone that is the table's camera."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.rigs.phone_camera.video import fed_with
from tests.web.browser.conftest import browser_path


@contextmanager
def sends(address: str, video: Path, profile: Path) -> Iterator[int]:
    """Let it open the address that makes it the camera; give its program's number."""
    command = [
        browser_path("chromium-headless-shell", "chromium"),
        *fed_with(video),
        *("--ignore-certificate-errors", f"--user-data-dir={profile}", "--remote-debugging-port=0"),
        address,
    ]
    # Debian's is started by a script: all that it starts has to end with it.
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as browser:
        try:
            yield browser.pid
        finally:
            os.killpg(browser.pid, signal.SIGKILL)

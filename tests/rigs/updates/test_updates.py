"""A sample of ``tests.rigs.updates``: whenever an update is killed, one of the two releases runs."""

import subprocess
import sys
from pathlib import Path


def test_whenever_an_update_is_killed_one_of_the_two_releases_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.rigs.updates", "6"],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 updates" in done.stdout

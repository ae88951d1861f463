"""A sample of ``tests.rigs.networks``: whenever a change is cut off, the table can be reached."""

import subprocess
import sys
from pathlib import Path


def test_whenever_a_change_of_network_is_cut_off_the_table_can_be_reached() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.rigs.networks", "4"],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 changes of network, " in done.stdout

"""The program ends in order whatever a thread of it still computes."""

import subprocess
import sys
from pathlib import Path

import pytest

PATIENCE_S = 120
BUSY = """
import cv2, numpy
import companion.cli.run
from companion.cli import main

def busy(kind, name):
    print("the eyes compute", flush=True)
    picture = numpy.zeros((600, 600, 3), numpy.uint8)
    while True:
        cv2.GaussianBlur(picture, (31, 31), 5)

companion.cli.run.live_reader_of = busy
main()
"""
"""The table, whose eyes do not come back from OpenCV: as on a slow machine that loads its readers."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without asking it")
def test_a_table_stopped_while_its_eyes_compute_ends_in_order(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUSY, "run", "--data", str(tmp_path / "data"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        while "the eyes compute" not in (line := program.stdout.readline()):
            assert line, "the table ended"
        program.terminate()
        _, complained = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0, complained


ENDED = """
import atexit, sys, threading
from companion.cli.ending import leave
{thread}
atexit.register(print, "tidied up")
sys.stdout.write("said")
leave(SystemExit({code}))
"""
THREAD = "threading.Thread(target=threading.Event().wait, daemon=True).start()"


@pytest.mark.parametrize("thread", ["", THREAD])
@pytest.mark.parametrize(("code", "status"), [("None", 0), ("0", 0), ("2", 2), ("'why'", 1)])
def test_it_ends_with_its_status_its_words_and_tidied_up(thread: str, code: str, status: int) -> None:
    program = ENDED.format(thread=thread, code=code)
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (ended.returncode, ended.stdout) == (status, "saidtidied up\n")

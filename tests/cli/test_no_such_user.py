"""A user id that is in no list of users, as a container's may be: nothing but a folder must be named."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no ids without a user")

PATIENCE_S = 120
PROGRAM = """
import os, pwd

def nobody(_):
    raise KeyError("uid not found")

os.environ.pop("HOME", None)
pwd.getpwuid = nobody
from companion.cli import main
main()
"""
NAMED = """Error: this user has no home folder in which the table could keep its data
Name a folder: --data DIR, or data = "DIR" in the settings file.
"""


def ran_by_nobody(folder: Path, *words: str) -> tuple[int, str]:
    """Return exit status and standard error of a command."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", ["run --port 0", "doctor", "backup out", "restore settings.toml"])
def test_without_a_folder_the_setting_is_named(words: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("port = 0\n")
    assert ran_by_nobody(tmp_path, *words.split()) == (1, NAMED)
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_a_home_that_is_not_there_is_told_where_settings_or_a_camera_name_it(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('data = "~/table"\n')
    status, told = ran_by_nobody(tmp_path, "run", "--config", "settings.toml")
    assert (status, "settings.toml: data is '~/table', it must be a path without ~" in told) == (1, True)
    words = ("run", "--data", "data", "--camera", "recording:~/pictures")
    status, told = ran_by_nobody(tmp_path, *words)
    assert (status, "there is no such recording" in told) == (1, True)


def test_with_a_folder_everything_works(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, "run", "--data", "data", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        while not (line := table.stdout.readline()).startswith("host:"):
            assert line, "the table ended"
        table.terminate()
        table.communicate(timeout=PATIENCE_S)
    assert table.returncode == 0
    assert ran_by_nobody(tmp_path, "backup", "--data", "data", "out") == (0, "")
    assert ran_by_nobody(tmp_path, "restore", "--data", "other", "out") == (0, "")
    assert (tmp_path / "other" / "journal.lines").is_file()

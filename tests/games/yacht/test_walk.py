"""``docs/add-a-game.md`` is true: its folders are laid out, its commands run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.new_game import lay_out
from tests.cli.test_stays_home import DEMO

HERE = Path(__file__).parents[3]
WALK = (HERE / "docs" / "add-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*) ?(\S*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(WALK)
COMMANDS = [line for kind, _, text in BLOCKS if kind == "sh" for line in text.splitlines()]
ELSEWHERE = ("companion new-game", "companion run", "companion demo")
"""Other tests run these."""
QUICK = [line for line in COMMANDS if not line.startswith(ELSEWHERE)]
ROOMS = (
    "companion/games",
    "companion/table/plays",
    "companion/simulation/games",
    "web/static/js/games",
    "web/po",
    "tests/games/records",
    "tests/table/plays",
)


def test_the_folders_it_names_are_those_that_are_laid_out(tmp_path: Path) -> None:
    for room in ROOMS:
        (tmp_path / room).mkdir(parents=True)
    (tmp_path / "web" / "po" / "en.po").write_text('msgid ""\nmsgstr ""\n', encoding="utf-8")
    made = {f"{path.parent.as_posix()}/" for path in lay_out(tmp_path, "tiny_dice")}
    (listed,) = [text for kind, _, text in BLOCKS if not kind]
    assert {line.split()[0] for line in listed.splitlines()} == made


@pytest.mark.parametrize("line", QUICK)
def test_its_commands_do_what_it_says(line: str) -> None:
    words = shlex.split(line)
    module = ["companion", *words[1:]] if words[0] == "companion" else words[2:]
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_demo_is_the_one_that_is_played_and_watched() -> None:
    assert [line for line in COMMANDS if line.startswith("companion demo")] == [f"companion {DEMO}"]

"""Nothing leaves the table, and nothing is written but where a command was told to.

Commands are run as a person runs them and watched from outside, by strace. Nothing of this program's
environment is given to them: on a machine of continuous integration some libraries tell less.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import pytest

from tests.rigs.outside import Outside, Watched
from tests.rigs.program import ENVIRONMENT, Program, program_at

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")

RECORD = Path(__file__).parents[1] / "games/records/carcassonne_printed_example_1.jsonl"
PHOTO = "throw.png"
DEMO = "demo --game yacht --seed 3"
"""As ``docs/add-a-game.md`` calls it; a whole game takes half a minute: it is played once, here."""


@dataclass(frozen=True)
class Home:
    """A person's folders: what is theirs, where they stand, and the system's temporary one."""

    folder: Path

    @property
    def work(self) -> Path:
        """Where the person stands, and tells commands to write."""
        return self.folder / "work"

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    def start(self, *words: str) -> Watched:
        """Start Python with these words."""
        environment = {"HOME": str(self.folder / "home"), "TMPDIR": str(self.temporary)}
        return Watched(list(words), self.work, self.folder, environment | ENVIRONMENT)


@pytest.fixture
def home(tmp_path: Path, photo: Path) -> Home:
    made = Home(tmp_path)
    for folder in (tmp_path / "home", made.temporary, made.work, made.work / "kept"):
        folder.mkdir()
    for file in (photo, photo.parent / "manifest.jsonl"):
        shutil.copy(file, made.work)
    return made


def check_stayed_home(home: Home, outside: Outside, *told: Path) -> None:
    assert not outside.asked
    assert outside.written_outside(home.temporary, *told) == []
    assert not list((home.folder / "home").iterdir())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (f"read dice {PHOTO}", ""),
        ("teach dice --set mine manifest.jsonl", "mine"),
        ("evaluate dice --set carcassonne manifest.jsonl", ""),
        (f"{DEMO} --data kept", "kept"),
        ("print mat mat.pdf", "mat.pdf"),
        (f"replay {RECORD}", ""),
        ("perft drunter --depth 1", ""),
        ("doctor --data kept", "kept"),
        ("forget-home --data kept --mqtt mqtt://192.0.2.1", ""),  # where it never told anything
    ],
)
def test_a_command_asks_nobody_and_writes_where_it_was_told(words: str, told: str, home: Home) -> None:
    with home.start("-m", "companion", *words.split()) as program:
        outside = program.outside()
    # What is written whole is written beside its place first.
    beside = [path for path in outside.written if told and path.name.startswith((told, f".{told}"))]
    check_stayed_home(home, outside, *beside)


def test_the_table_asks_nobody_and_writes_to_its_data_only(home: Home) -> None:
    words = ["run", "--data", "kept", "--game", "carcassonne_dice", "--host", "0.0.0.0", "--port", "0"]
    with home.start("-m", "companion", *words) as program:
        try:
            throw_and_look_at_all_pages(program_at(program.said, program.pid))
        finally:
            program.terminate()
        outside = program.outside()
    check_stayed_home(home, outside, home.work / "kept")


def throw_and_look_at_all_pages(table: Program) -> None:
    token = table.log_in()
    table.ask("/api/v1/simulator/throw", {}, token)
    for page in ("", "host", "simulator", "camera", "teach", "history", "seat/1"):
        table.page(f"/{page}")
    while table.ask("/api/v1/state", token=token)["proposal"] is None:
        sleep(0.1)
    table.hang_up()


TELLS = """
import pathlib, socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as told:
    told.connect(("192.0.2.1", 9))
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as told:
    told.connect(("192.0.2.2", 9))
    told.send(b"here I am")
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as told:
    told.sendto(b"here I am", ("192.0.2.3", 9))
with socket.socket() as told:
    told.settimeout(0.01)
    told.connect_ex(("192.0.2.4", 9))
    told.connect_ex(("127.0.0.1", 9))
pathlib.Path.home().joinpath("notes").write_text("here I was")
pathlib.Path("here").mkdir()
"""


def test_who_tells_and_leaves_something_is_seen(home: Home) -> None:
    with home.start("-c", TELLS) as program:
        outside = program.outside()
    assert outside.asked == {"192.0.2.2", "192.0.2.3", "192.0.2.4"}
    left = [str(home.folder / "home" / "notes"), str(home.work / "here")]
    assert outside.written_outside(home.temporary) == left

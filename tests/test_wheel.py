"""The wheel holds the product and the simulator, all of them, and nothing else; it runs by itself."""

import json
import os
import re
import subprocess
import sys
import venv
from email import message_from_string
from email.message import Message
from pathlib import Path
from shutil import copytree, ignore_patterns
from threading import Event
from zipfile import ZipFile

import cv2
import pytest

from vision.clock import SteppedClock
from vision.workshop.simulation.table import SimulatedTable

ROOT = Path(__file__).parents[1]
PRODUCT = ("companion", "vision", "web", "firmware_config")
WORKSHOP = "vision/workshop/training"
"""Where the networks were made: it stays in the checkout."""
NOT_SHIPPED = (".md", ".ts")
"""Endings of files that only developers read: notes, types of the pages' scripts."""
RECORD = ROOT / "tests/games/records/carcassonne_whole_game.jsonl"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the sources, so that nothing of earlier builds comes in."""
    sources, out = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    for folder in (*PRODUCT, "tests"):
        copytree(ROOT / folder, sources / folder, ignore=ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        (sources / name).write_bytes((ROOT / name).read_bytes())
    pip("wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", out, sources)
    (built,) = out.glob("*.whl")
    return built


def pip(*words: str | Path) -> None:
    run(sys.executable, "-m", "pip", "--disable-pip-version-check", *words)


def run(*words: str | Path, folder: Path | None = None) -> str:
    """Run a command in a folder; return what it prints."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def shipped_by_the_sources() -> set[str]:
    files = (file for folder in PRODUCT for file in (ROOT / folder).rglob("*") if file.is_file())
    names = {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}
    return {name for name in names if not name.startswith(WORKSHOP) and not name.endswith(NOT_SHIPPED)}


def test_the_wheel_holds_every_file_of_the_product_and_no_other(wheel: Path) -> None:
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == shipped_by_the_sources()


@pytest.mark.parametrize(
    "ending", ["onnx", "json", "toml", "po", "html", "css", "js", "svg", "txt", "woff2"]
)
def test_the_wheel_holds_files_of_every_kind_that_is_read_while_it_runs(
    wheel: Path, ending: str
) -> None:
    assert [name for name in ZipFile(wheel).namelist() if name.endswith(f".{ending}")]


def test_installing_asks_for_nothing_that_only_developers_need(wheel: Path) -> None:
    archive = ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = message_from_string(archive.read(name).decode())
    needed = needed_always(metadata)
    assert "flask" in needed
    assert not needed & {"alembic", "mypy", "onnx", "psycopg", "pytest", "ruff", "torch"}
    assert metadata.get_all("Provides-Extra") == ["pi", "rpi-gpio", "rpi-lgpio", "hub"]
    assert not needed_always(metadata) & {"lgpio", "RPi", "rpi-lgpio"}


def needed_always(metadata: Message) -> set[str]:
    """Return the packages that are needed without any extra."""
    words = (words for words in metadata.get_all("Requires-Dist", []) if "extra ==" not in words)
    return {re.split(r"[^\w-]", word)[0] for word in words}


@pytest.mark.slow
def test_the_installed_wheel_runs_where_nothing_else_is_installed(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fetches what the product needs; no package for developers is there, nor this checkout."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    venv.create(tmp_path / "bare", with_pip=False)
    bin_folder = tmp_path / "bare" / ("Scripts" if os.name == "nt" else "bin")
    pip("--python", bin_folder / "python", "install", "--quiet", wheel)
    photo = tmp_path / "table.jpg"
    cv2.imwrite(str(photo), thrown(count=3))

    def companion(*words: str | Path) -> str:
        return run(bin_folder / "companion", *words, folder=tmp_path)

    assert "evaluate" in companion("--help")
    assert "--camera" in companion("run", "--help")
    assert json.loads(companion("replay", RECORD).splitlines()[-1])["outcome"]
    assert len(json.loads(companion("read", "dice", photo))["dice"]) == 3
    assert '"scores"' in companion("demo", "--seed", "1")


def thrown(count: int) -> cv2.typing.MatLike:
    """Return a picture of so many dice on the simulated table."""
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=4)
    table.throw(count=count)
    clock.wait(Event(), table.busy_until + 0.5)
    return table.render(clock.now())

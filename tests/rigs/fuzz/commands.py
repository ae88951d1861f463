"""The commands themselves, each as a program of its own, given broken files and strange words."""

import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from random import Random

from tests.rigs.fuzz import garble, pictures
from tests.rigs.fuzz.text_files import PHOTOS, RECORDS, SETTINGS, as_toml
from tests.rigs.fuzz.watched import Input, Refusal, Wrong
from tests.rigs.program import ROOT

TAKES_S = 60.0
STRANGE = (
    "",
    "/dev/null",
    "/dev/zero",
    "/etc/passwd",
    "nothing",
    "a\nb",
    "ü" * 300,
    ".",
    "-",
    "--",
    "-1",
)


def commands(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield calls of commands: done (0), not done and said (1), or wrong use (2), never a traceback."""
    samples = pictures.samples(rng)
    while True:
        words = _words(rng, folder, samples)
        yield lambda words=words: _call(words)  # type: ignore[misc]


def _call(words: list[str]) -> None:
    command = [sys.executable, "-m", "companion", *words]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=TAKES_S, check=False
    )
    if "Traceback" in done.stderr + done.stdout or done.returncode not in (0, 1, 2):
        raise Wrong(f"{words}: {done.returncode} {done.stderr[-1500:]}")
    if done.returncode:
        raise Refusal(done.stderr)


def _words(rng: Random, folder: Path, samples: list[bytes]) -> list[str]:
    kind = rng.choice(("dice", "board", "tokens"))
    one = folder / "given"
    strange = rng.choice(STRANGE) if rng.random() < 0.2 else str(one)
    match rng.randrange(7):
        case 0:
            one.write_bytes(garble.damaged(rng, rng.choice(samples)))
            return [
                "read",
                kind,
                *(["--set", rng.choice(STRANGE)] if rng.random() < 0.3 else []),
                strange,
            ]
        case 1:
            one.write_bytes(garble.text(rng, rng.choice(PHOTOS)))
            return ["teach", kind, "--set", str(folder / "set"), strange]
        case 2:
            one.write_bytes(garble.text(rng, rng.choice(PHOTOS)))
            return ["evaluate", kind, "--set", "carcassonne", strange]
        case 3:
            record = rng.choice(sorted(RECORDS.glob("*.jsonl"))).read_bytes()
            one.write_bytes(garble.damaged(rng, record))
            return ["replay", strange]
        case 4:
            one.write_bytes(rng.randbytes(200))
            return ["restore", "--data", str(folder / "back"), strange]
        case 5:
            one.write_bytes(as_toml(rng, {**SETTINGS, "camera": "nothing:1"}))
            return [
                "run",
                "--port",
                "0",
                "--data",
                str(folder / "data"),
                "--config",
                strange,
                "--game",
                "?",
            ]
        case _:
            return [
                "print",
                rng.choice(("markers", "mat", "puzzle", *STRANGE)),
                str(folder / "no" / "out.pdf"),
            ]

"""Looks for passwords, keys and tokens in what git keeps: ``python -m tests.checks.secrets``.

detect-secrets knows how they look (https://github.com/Yelp/detect-secrets); it asks nobody.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parents[2]
NO_TEXT = (".png", ".jpg", ".onnx", ".table", ".ico")
HASHES = ("package-lock.json", "tests/figures/strangers.jsonl")
EXAMPLES = (
    *("USER:PASSWORD@", "ana:(geheim|secret)@", "a:p%40ss@", "geh:eim/7"),  # of addresses of cameras
    '"secret": "none"',
    "secrets == ",
    "[23]{0,2}456789ABCDEF|ABCDEFGHIJKLMNOP",  # letters that something is made of
    '"sha256": "ca978112ca1b',  # of the letter a
)
"""What looks like a secret in our lines and is none, as regular expressions."""


def found_in(files: Iterable[str], folder: Path = HERE) -> str:
    """Return what is said of secrets in these files; nothing if there are none."""
    command = [sys.executable, "-m", "detect_secrets.pre_commit_hook", "--no-verify"]
    for example in EXAMPLES:
        command += ["--exclude-lines", example]
    done = subprocess.run(
        [*command, *files], cwd=folder, capture_output=True, text=True, timeout=900, check=False
    )
    return done.stdout + done.stderr if done.returncode else ""


def kept_by_git() -> list[str]:
    """Return the files with text that git keeps."""
    listed = subprocess.run(["git", "ls-files"], cwd=HERE, capture_output=True, text=True, check=True)
    return [
        name
        for name in listed.stdout.splitlines()
        if not name.endswith(NO_TEXT) and name not in HASHES and (HERE / name).is_file()
    ]


if __name__ == "__main__":
    files = kept_by_git()
    said = found_in(files)
    print(said or f"no secrets in {len(files)} files")
    sys.exit(1 if said else 0)

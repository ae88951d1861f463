"""A command that is run to its end."""

import subprocess
from pathlib import Path


def ran(*words: str, folder: Path | None = None) -> str:
    """Run a command, and return what it said. Raises CalledProcessError, which knows that, too."""
    done = subprocess.run(
        words,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, words, done.stdout)
    return done.stdout


def how_it_failed(error: subprocess.CalledProcessError) -> str:
    """Say which command failed, how, and the last that it said."""
    words = " ".join(error.cmd)
    return f"{words[:200]} ended with {error.returncode}: {str(error.stdout).strip()[-1500:]}"

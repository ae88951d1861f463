"""Fetches a release from the list that the owner named: a program of its own, without root's rights.

The list is a small file of JSON at the owner's address: ``{"file": "table-companion-0.2.0.release"}``,
the newest release beside it. ``companion make-release`` writes both.
"""

import json
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path
from typing import IO

from companion.errors import BadRelease, Reason
from companion.keeper.release_file import BLOCK, MOST_BYTES

ANSWERS_WITHIN_S = 30.0
FETCHED_WITHIN_S = 1800.0
MOST_LIST_BYTES = 64 * 1024
LIST = "newest.json"


def fetched(address: str, target: Path, user: str | None) -> None:
    """Fetch the newest release into a file, as this user. Raises ``BadRelease``, OSError."""
    words = [sys.executable, "-I", "-m", "companion.keeper.fetching", address]
    with target.open("wb") as out:
        try:
            subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.PIPE,
                timeout=FETCHED_WITHIN_S,
                check=True,
                user=user,
                group=user,
                extra_groups=[] if user else None,
            )
        except subprocess.SubprocessError as error:
            raw = getattr(error, "stderr", b"") or b""
            lines = raw.decode(errors="replace").strip().splitlines() or [str(error)]
            raise BadRelease(
                f"the list of releases at {address} cannot be fetched: {lines[-1]}",
                hint="Is the table in a network with internet? Another way is a stick, or a file.",
                reason=Reason("error.release_unreachable"),
            ) from error


def fetch(address: str, out: IO[bytes]) -> None:
    """Write the newest release of a list. Raises OSError, ValueError, LookupError."""
    with _open(address) as reply:
        name = json.loads(reply.read(MOST_LIST_BYTES))["file"]
    length = 0
    with _open(urllib.parse.urljoin(address, str(name))) as reply:
        while block := reply.read(BLOCK):
            length += len(block)
            if length > MOST_BYTES:
                raise ValueError("what is there is longer than any release")
            out.write(block)


def _open(address: str) -> IO[bytes]:
    if urllib.parse.urlsplit(address).scheme not in ("http", "https"):
        raise ValueError("the address begins neither with https:// nor with http://")
    opened: IO[bytes] = urllib.request.urlopen(address, timeout=ANSWERS_WITHIN_S)
    return opened


if __name__ == "__main__":
    fetch(sys.argv[1], sys.stdout.buffer)

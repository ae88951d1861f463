"""Release files for tests, signed with keys of their own."""

import io
import tarfile
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from companion.keeper.place import Release
from companion.keeper.release_file import public_half, write_signed

KEY, ANOTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
FILES = {
    "deploy/build-release.sh": b'#!/bin/sh\nmkdir "$1/venv" && echo "${2:-none}" >"$1/venv/earlier"\n',
    "README.md": b"read me\n" * 1000,
}


def packed(files: dict[str, bytes], kind: bytes = tarfile.REGTYPE) -> io.BytesIO:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, data in files.items():
            about = tarfile.TarInfo(name)
            about.size, about.type = len(data) if kind == tarfile.REGTYPE else 0, kind
            about.linkname = "/etc/passwd" if kind != tarfile.REGTYPE else ""
            tar.addfile(about, io.BytesIO(data))
    return out


def made(
    path: Path, release: Release, tar: io.BytesIO | None = None, key: Ed25519PrivateKey = KEY
) -> Path:
    with path.open("wb") as out:
        write_signed(out, tar or packed(FILES), release, key)
    return path


def keys_in(folder: Path) -> Path:
    file = folder / "keys.txt"
    file.write_text(f"# of a test\n{public_half(KEY)}\n")
    return file

"""A release as one file: a line of what it is, signed, and a tar.gz of what ``deploy/install.sh`` takes.

::

    table-companion release 1
    <Ed25519 signature, base64, of both other lines>
    {"version": "0.2.0", "made": "20261127T180000", "bytes": 1234, "sha256": "..."}
    <tar.gz of so many bytes, with that SHA-256>

So the signature is checked before anything else is read, and the rest as it is unpacked. Ed25519 is
taken from ``cryptography``, which makes the table's certificates already; minisign and signify sign
with the same, but would be one more program to install.
"""

import base64
import binascii
import hashlib
import os
import stat
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from companion.errors import BadRelease, Reason
from companion.keeper.place import Release

FIRST_LINE = b"table-companion release 1\n"
KEYS = Path(__file__).with_name("release_keys.txt")
"""The public keys, one a line, whose releases are taken."""
MOST_LINE_BYTES = 1024
MOST_BYTES = 1024**3
"""More than any release has, with the packages of both systems."""
MOST_UNPACKED_BYTES = 2 * MOST_BYTES
BLOCK = 1024 * 1024


@dataclass(frozen=True)
class About:
    """The line that is signed."""

    version: str
    made: str
    bytes: int
    sha256: str

    @property
    def release(self) -> Release:
        """Which release it is. Raises ``BadRelease``."""
        found = Release.named(f"{self.version}-{self.made}")
        if found is None:
            raise _damaged("it does not say which release it is")
        return found


def known_keys(file: Path = KEYS) -> list[Ed25519PublicKey]:
    """Return the public keys whose releases are taken."""
    lines = file.read_text(encoding="utf-8").splitlines()
    words = (line.partition("#")[0].strip() for line in lines)
    return [Ed25519PublicKey.from_public_bytes(base64.b64decode(word)) for word in words if word]


def public_half(key: Ed25519PrivateKey) -> str:
    """Return the line by which a table knows the releases of this key."""
    raw = key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return base64.b64encode(raw).decode()


def write_signed(out: IO[bytes], tar: IO[bytes], release: Release, key: Ed25519PrivateKey) -> None:
    """Write a release's file from its tar.gz."""
    tar.seek(0)
    sums, length = hashlib.sha256(), 0
    while block := tar.read(BLOCK):
        sums.update(block)
        length += len(block)
    about = About(release.version, release.made, length, sums.hexdigest())
    line = msgspec.json.encode(asdict(about)) + b"\n"
    out.write(FIRST_LINE + base64.b64encode(key.sign(FIRST_LINE + line)) + b"\n" + line)
    tar.seek(0)
    while block := tar.read(BLOCK):
        out.write(block)


@contextmanager
def opened(path: Path, keys: Sequence[Ed25519PublicKey]) -> Iterator[tuple[About, IO[bytes]]]:
    """Give what a file says it is, signed by one of the keys, and the rest of it, not judged yet.

    Whoever names it may not be trusted: nothing is waited for, and no link is followed at its end.
    Raises ``BadRelease``, OSError.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BadRelease(f"{path.name} is no file", hint="Name the file of a release.")
        if file.readline(MOST_LINE_BYTES) != FIRST_LINE:
            raise BadRelease(
                f"{path.name} is no release of this program",
                hint="The files of releases end with .release.",
                reason=Reason("error.no_release_file"),
            )
        signature, line = file.readline(MOST_LINE_BYTES), file.readline(MOST_LINE_BYTES)
        _check_signature(signature, line, keys)
        try:
            about = msgspec.json.decode(line, type=About)
        except msgspec.MsgspecError as error:
            raise _damaged("it does not say what it is") from error
        if not 0 < about.bytes <= MOST_BYTES:
            raise _damaged("its length cannot be")
        yield about, file


def _check_signature(signature: bytes, line: bytes, keys: Sequence[Ed25519PublicKey]) -> None:
    try:
        raw = base64.b64decode(signature.strip(), validate=True)
    except binascii.Error:
        raw = b""
    for key in keys:
        try:
            key.verify(raw, FIRST_LINE + line)
        except InvalidSignature:
            continue
        return
    raise BadRelease(
        "nobody whom this table trusts has signed this release",
        hint="Take it from where the table's own came from; fetch it once more if it may be damaged.",
        reason=Reason("error.release_unsigned"),
    )


def check_newer(release: Release, than: Release | None) -> None:
    """Check that a release is newer than the one that runs. Raises ``BadRelease``."""
    if than is not None and release <= than:
        raise BadRelease(
            f"release {release.name} is not newer than {than.name}, which runs here",
            hint="An older one may have faults that are mended since; nothing was changed.",
            reason=Reason("error.release_older", {"version": release.version}),
        )


def unpack(about: About, packed: IO[bytes], folder: Path) -> None:
    """Unpack a release that was ``opened`` into a new folder. Raises ``BadRelease``, OSError.

    Whatever is wrong with it is found before it returns; the folder may hold a part of it then.
    """
    read: Any = _Counted(packed, about.bytes)
    length = 0
    try:
        with tarfile.open(fileobj=read, mode="r|gz") as tar:
            for member in tar:
                length += member.size
                if length > MOST_UNPACKED_BYTES:
                    raise ValueError("it is longer than any release")
                _unpack_one(tar, member, folder)
        read.rest()
    except (tarfile.TarError, EOFError, ValueError, LookupError) as error:
        raise _damaged(str(error)) from error
    except OSError as error:
        if error.errno is None:  # gzip's own: no checksum fits
            raise _damaged(str(error)) from error
        raise
    if read.left or read.sums.hexdigest() != about.sha256 or packed.read(1):
        raise _damaged("it is not what was signed")


class _Counted:
    """A stream of that many bytes, and their SHA-256."""

    def __init__(self, file: IO[bytes], length: int) -> None:
        self._file, self.left, self.sums = file, length, hashlib.sha256()

    def read(self, size: int) -> bytes:
        data = self._file.read(min(size, self.left))
        self.left -= len(data)
        self.sums.update(data)
        return data

    def rest(self) -> None:
        while self.read(BLOCK):
            pass


def _unpack_one(tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Write one file: a release has no others, and none outside of its folder."""
    path = PurePosixPath(member.name)
    if not member.isreg() or path.is_absolute() or ".." in path.parts:
        raise ValueError(f"{member.name!r} is no file of a release")
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    source: Any = tar.extractfile(member)
    with target.open("xb") as out:
        while block := source.read(BLOCK):
            out.write(block)
    target.chmod(0o755 if target.suffix == ".sh" else 0o644)


def _damaged(why: str) -> BadRelease:
    return BadRelease(
        f"the release's file is damaged: {why}",
        hint="Fetch it once more; nothing was changed.",
        reason=Reason("error.release_damaged"),
    )

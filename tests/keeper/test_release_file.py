"""A release is one signed file; whatever is not just that is refused, and says why."""

import base64
import io
import tarfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from companion.errors import BadRelease
from companion.keeper.place import Release
from companion.keeper.release_file import (
    FIRST_LINE,
    check_newer,
    known_keys,
    opened,
    public_half,
    unpack,
)
from tests.keeper import release
from tests.keeper.release import ANOTHER, FILES, KEY, packed

RELEASE = Release("0.2.0", "20260201T000000")


def made(path: Path, tar: io.BytesIO | None = None, key: Ed25519PrivateKey = KEY) -> Path:
    return release.made(path, RELEASE, tar, key)


def unpacked(file: Path, folder: Path) -> Release:
    with opened(file, [ANOTHER.public_key(), KEY.public_key()]) as (about, rest):
        unpack(about, rest, folder)
        return about.release


def refused(file: Path, folder: Path) -> str:
    with pytest.raises(BadRelease) as error:
        unpacked(file, folder)
    assert error.value.reason is not None
    return error.value.reason.code.removeprefix("error.")


def test_what_was_signed_is_unpacked(tmp_path: Path) -> None:
    assert unpacked(made(tmp_path / "a.release"), tmp_path / "out") == RELEASE
    assert {name: (tmp_path / "out" / name).read_bytes() for name in FILES} == FILES
    assert (tmp_path / "out/deploy/build-release.sh").stat().st_mode & 0o777 == 0o755


def test_one_of_anothers_key_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    file = made(tmp_path / "a.release")
    with pytest.raises(BadRelease, match="nobody whom"), opened(file, [ANOTHER.public_key()]):
        raise AssertionError


def test_one_without_a_signature_is_refused(tmp_path: Path) -> None:
    file = made(tmp_path / "a.release")
    first, signature, rest = file.read_bytes().split(b"\n", 2)
    for other in (b"", b"none", base64.b64encode(bytes(64)), signature[:-4]):
        file.write_bytes(b"\n".join((first, other, rest)))
        assert refused(file, tmp_path / "out") == "release_unsigned"


def test_a_table_without_keys_takes_none(tmp_path: Path) -> None:
    with pytest.raises(BadRelease, match="nobody whom"), opened(made(tmp_path / "a.release"), []):
        raise AssertionError


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 100, b"PK\3\4", FIRST_LINE[:-1], b"table-companion release 2\n"]
)
def test_what_is_no_release_says_so(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(data)
    assert refused(file, tmp_path / "out") == "no_release_file"


def test_damaged_anywhere_it_is_refused(tmp_path: Path) -> None:
    whole = made(tmp_path / "a.release").read_bytes()
    file = tmp_path / "damaged.release"
    body = whole.index(b"}\n") + 2
    for at in [*range(body), *range(body, len(whole), 7), len(whole) - 1]:
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        told = refused(file, tmp_path / f"out{at}")
        assert (
            told in ("no_release_file", "release_unsigned") if at < body else told == "release_damaged"
        )


def test_cut_off_or_longer_it_is_refused(tmp_path: Path) -> None:
    whole = made(tmp_path / "a.release").read_bytes()
    file = tmp_path / "cut.release"
    body = whole.index(b"}\n") + 2
    for number, data in enumerate([whole[:body], whole[: body + 50], whole[:-1], whole + b"x"]):
        file.write_bytes(data)
        assert refused(file, tmp_path / f"out{number}") == "release_damaged"


@pytest.mark.parametrize("name", ["../outside", "/etc/outside", "a/../../outside"])
def test_nothing_is_written_outside_of_its_folder(name: str, tmp_path: Path) -> None:
    file = made(tmp_path / "a.release", packed({name: b"x"}))
    assert refused(file, tmp_path / "in/out") == "release_damaged"
    assert not list(tmp_path.rglob("outside"))


def test_a_link_is_no_file_of_a_release(tmp_path: Path) -> None:
    for number, kind in enumerate((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE)):
        file = made(tmp_path / "a.release", packed({"link": b""}, kind))
        assert refused(file, tmp_path / f"out{number}") == "release_damaged"


def test_no_link_is_followed_to_a_file_that_only_root_may_read(tmp_path: Path) -> None:
    link = tmp_path / "link.release"
    link.symlink_to(made(tmp_path / "a.release"))
    with pytest.raises(OSError, match="symbolic links"):
        unpacked(link, tmp_path / "out")


@pytest.mark.parametrize(
    ("version", "made_at", "is_newer"),
    [
        ("0.2.1", "20250101T000000", True),
        ("0.10.0", "20250101T000000", True),
        ("0.2.0", "20260201T000001", True),
        ("0.2.0", "20260201T000000", False),
        ("0.2.0", "20260131T235959", False),
        ("0.1.9", "20270101T000000", False),
    ],
)
def test_only_a_newer_one_is_taken(version: str, made_at: str, is_newer: bool) -> None:
    other = Release(version, made_at)
    if is_newer:
        check_newer(other, RELEASE)
    else:
        with pytest.raises(BadRelease, match="not newer"):
            check_newer(other, RELEASE)


def test_the_shipped_keys_can_be_read(tmp_path: Path) -> None:
    known_keys()
    file = tmp_path / "keys.txt"
    file.write_text(f"# whose\n{public_half(KEY)}  # ours\n\n{public_half(ANOTHER)}\n")
    with opened(made(tmp_path / "a.release"), known_keys(file)) as (about, _):
        assert about.release == RELEASE

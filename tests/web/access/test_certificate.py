"""The table's certificate: made once, kept, and fit for phones."""

import os
import ssl
import stat
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256

from web.access.certificate import (
    FILE,
    MOST_EARLIER,
    BadCertificate,
    Certificate,
    OwnCertificate,
    given_certificate,
    kept_certificate,
    made,
)

NOW = datetime(2026, 5, 1, tzinfo=UTC)
NAMES = ("localhost", "companion.local", "192.168.1.7", "::1", "what a name", "žluťoučký", "x" * 300)


def kept(folder: Path, now: datetime = NOW) -> Certificate:
    return kept_certificate(folder, NAMES, now)


def loaded(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def split(path: Path, folder: Path) -> tuple[Path, Path]:
    """Put certificate and key of a file into files of their own."""
    begin = b"-----BEGIN " + b"PRIVATE KEY-----"
    certificate, _, key = path.read_bytes().partition(begin)
    (folder / "chain.pem").write_bytes(certificate)
    (folder / "key.pem").write_bytes(begin + key)
    return folder / "chain.pem", folder / "key.pem"


def test_it_is_made_once(tmp_path: Path) -> None:
    first, again = kept(tmp_path), kept(tmp_path, NOW + timedelta(days=700))
    assert first.is_new
    assert not again.is_new
    assert first.fingerprint == again.fingerprint
    assert kept(tmp_path / ".." / tmp_path.name).fingerprint == first.fingerprint


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such rights")
def test_nobody_else_can_read_its_key(tmp_path: Path) -> None:
    kept(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_it_has_the_names_that_it_can_have_and_a_time_that_phones_take(tmp_path: Path) -> None:
    certificate = kept(tmp_path)
    found = loaded(certificate.file)
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName)[:2] == ["localhost", "companion.local"]
    assert [str(address) for address in names.get_values_for_type(x509.IPAddress)] == [
        *("192.168.1.7", "::1")
    ]
    assert found.not_valid_before_utc < NOW < found.not_valid_after_utc == certificate.until
    assert found.not_valid_after_utc - found.not_valid_before_utc <= timedelta(days=825)
    assert not found.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_no_two_are_alike() -> None:
    one, other = (x509.load_pem_x509_certificate(made(NAMES, NOW)) for _ in range(2))
    assert one.serial_number != other.serial_number
    assert one.public_key() != other.public_key()


def test_one_made_by_a_clock_far_ahead_is_not_shown_before_its_time(tmp_path: Path) -> None:
    ahead = kept(tmp_path, NOW + timedelta(days=11 * 365))
    right = kept(tmp_path)
    assert right.is_good(NOW)
    assert right.fingerprint != ahead.fingerprint
    assert kept(tmp_path, NOW + timedelta(days=11 * 365)).fingerprint == ahead.fingerprint


def test_a_clock_far_ahead_costs_no_phone_the_certificate_that_it_knows(tmp_path: Path) -> None:
    known = kept(tmp_path)
    for years in range(3, 20):
        kept(tmp_path, NOW + timedelta(days=365 * years))
        assert kept(tmp_path).fingerprint == known.fingerprint or years > 7
    assert len(list(tmp_path.iterdir())) <= 2 + MOST_EARLIER


def test_a_table_that_runs_shows_another_once_the_clock_was_corrected(tmp_path: Path) -> None:
    known = kept(tmp_path)
    today = [NOW + timedelta(days=11 * 365)]
    own = OwnCertificate(tmp_path, lambda: NAMES, lambda: today[0])
    wrong, context = own.fingerprint, own.context
    own.judge_again()
    assert own.fingerprint == wrong != known.fingerprint
    today[0] = NOW
    own.judge_again()
    assert (own.fingerprint, own.until) == (known.fingerprint, known.until)
    assert shown_by(context) == known.fingerprint


def shown_by(context: ssl.SSLContext) -> str:
    """Return the fingerprint of what a context shows whoever comes."""
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    theirs.check_hostname, theirs.verify_mode = False, ssl.CERT_NONE
    to_them, to_us = ssl.MemoryBIO(), ssl.MemoryBIO()
    us = context.wrap_bio(to_us, to_them, server_side=True)
    them = theirs.wrap_bio(to_them, to_us)
    for _ in range(3):
        for side in (them, us):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
    shown = them.getpeercert(binary_form=True)
    assert shown is not None
    return x509.load_der_x509_certificate(shown).fingerprint(SHA256()).hex(":").upper()


def test_one_that_ends_soon_is_replaced(tmp_path: Path) -> None:
    first = kept(tmp_path)
    later = kept(tmp_path, first.until - timedelta(days=20))
    assert later.is_new
    assert later.fingerprint != first.fingerprint
    assert kept(tmp_path, later.since).fingerprint in (first.fingerprint, later.fingerprint)


@pytest.mark.parametrize("broken", [b"", b"\0" * 900, b"-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_a_broken_one_is_set_aside(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / FILE).write_bytes(broken)
    assert kept(tmp_path).is_new
    assert (tmp_path / "tls-damaged-1.pem").read_bytes() == broken


def test_one_without_its_key_is_set_aside(tmp_path: Path) -> None:
    chain, _ = split(kept(tmp_path).file, tmp_path)
    chain.replace(tmp_path / FILE)
    assert kept(tmp_path).is_new


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadCertificate, match="cannot be kept"):
        kept(tmp_path)


def test_the_owners_may_be_one_file_or_two(tmp_path: Path) -> None:
    whole = kept(tmp_path)
    chain, key = split(whole.file, tmp_path)
    for found in (given_certificate(whole.file, None), given_certificate(chain, key)):
        assert found.fingerprint == whole.fingerprint
        assert not found.made_here


def test_what_is_no_certificate_or_not_its_key_is_said(tmp_path: Path) -> None:
    chain, key = split(kept(tmp_path).file, tmp_path)
    (tmp_path / "other").mkdir()
    _, other = split(kept(tmp_path / "other").file, tmp_path / "other")
    with pytest.raises(BadCertificate, match="the key belongs to another"):
        given_certificate(chain, other)
    with pytest.raises(BadCertificate, match="no key is there"):
        given_certificate(chain, None)
    with pytest.raises(BadCertificate, match="holds no certificate"):
        given_certificate(key, None)
    with pytest.raises(BadCertificate, match="No such file"):
        given_certificate(tmp_path / "none.pem", None)


def test_a_key_with_a_password_is_not_waited_for(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization

    chain, key = split(kept(tmp_path).file, tmp_path)
    secret = serialization.load_pem_private_key(key.read_bytes(), None)
    locked = serialization.BestAvailableEncryption(b"geheim")
    key.write_bytes(
        secret.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, locked)
    )
    with pytest.raises(BadCertificate, match="the key has a password"):
        given_certificate(chain, key)


def test_old_ways_of_encrypting_are_refused(tmp_path: Path) -> None:
    context = kept(tmp_path).context()
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2
    assert context.options & ssl.OP_NO_RENEGOTIATION

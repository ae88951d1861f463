"""The certificate by which the table shows phones that it is the one they spoke to before.

The table makes it once and keeps it in the data folder; it is self-signed, so a browser asks the first
time, and people can compare the fingerprint it shows with the one that the host sees. Or the owner
supplies one, from an issuer whom browsers trust.

The names are where browsers look for them (RFC 9525: subjectAltName alone). Apple's systems accept no
certificate that is valid for longer than 825 days (https://support.apple.com/103769).
"""

import logging
import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.table.storage.files import set_aside, write_whole
from vision.given_files import bytes_of

if TYPE_CHECKING:
    from cryptography.x509 import GeneralName

_log = logging.getLogger(__name__)

FILE = "tls.pem"
"""The file in the data folder that holds both the certificate and its key: one file, so that they always
match."""
EARLIER = "tls-{}.pem"
MOST_EARLIER = 4
"""Number of earlier certificates that are kept."""
GOOD_FOR = timedelta(days=800)
BEFORE = timedelta(days=20)
"""A phone's clock may be behind the table's; this and the lifetime together are below 825 days."""
RENEWED_BEFORE_END = timedelta(days=30)
MOST_BYTES = 1024 * 1024


class BadCertificate(CompanionError, ValueError, code="bad_certificate"):
    """A certificate, or its key, cannot be used."""


@dataclass(frozen=True)
class Certificate:
    """A certificate that can be used. ``fingerprint``: its SHA-256, ``AB:CD:…``, as browsers show it.

    ``made_here``: it is self-signed, so that browsers warn. ``is_new``: made at the moment.
    """

    file: Path
    key: Path | None
    fingerprint: str
    since: datetime
    until: datetime
    made_here: bool
    is_new: bool = False

    def is_good(self, now: datetime) -> bool:
        """Tell whether it is valid now, and for more than a few more days."""
        return self.since <= now and self.until - now > RENEWED_BEFORE_END

    def context(self) -> ssl.SSLContext:
        """Return how the table encrypts with it. Raises ``BadCertificate``."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.options |= ssl.OP_NO_RENEGOTIATION  # it would cost the table far more than the sender
        context.set_alpn_protocols(["http/1.1"])
        try:
            context.load_cert_chain(self.file, self.key, password=_no_password)
        except (OSError, ValueError) as error:
            raise BadCertificate(
                f"{self.file} cannot be used as a certificate: {_reason(error)}",
                hint="Give a PEM file with the certificate, and its key without a password.",
            ) from error
        return context


class OwnCertificate:
    """The certificate of a data folder while the table runs: it is checked again after the clock was
    corrected.

    ``names``: names and addresses; ``now`` returns the time of day. Raises ``BadCertificate``.
    """

    made_here = True

    def __init__(
        self, folder: Path, names: Callable[[], Iterable[str]], now: Callable[[], datetime]
    ) -> None:
        self._folder, self._names, self._now = folder, names, now
        self._has_failed = False
        self.current = kept_certificate(folder, names(), now())
        self.context = self.current.context()
        """The TLS context of the table: new connections get the current one."""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate that browsers get now."""
        return self.current.fingerprint

    @property
    def until(self) -> datetime:
        """End of the validity of the certificate that browsers get now."""
        return self.current.until

    def judge_again(self) -> None:
        """Replace the certificate that browsers get if it is not valid now and another one can be
        had."""
        now = self._now()
        if self.current.since <= now <= self.current.until:
            return
        try:
            self.current = kept_certificate(self._folder, self._names(), now)
            self.context.load_cert_chain(self.current.file, self.current.key)
        except (BadCertificate, OSError) as error:
            if not self._has_failed:
                _log.warning("the certificate is not valid now, and there is no other: %s", error)
            self._has_failed = True


def kept_certificate(folder: Path, names: Iterable[str], now: datetime) -> Certificate:
    """Return the certificate of a data folder; make one for these names if there is no valid one.

    One that is broken is set aside. One that is not valid now is kept: the clock may be wrong, and
    phones already know it. ``names``: names and addresses. Raises ``BadCertificate``.
    """
    path = folder / FILE
    try:
        kept = [found for file in (path, *_earlier(folder)) if (found := _kept(file)) is not None]
        good = [found for found in kept if found.is_good(now)]
        if good:
            return good[0]
        if path.exists():
            path.rename(folder / EARLIER.format(kept[0].fingerprint.replace(":", "")[:16].lower()))
        for file in _earlier(folder)[MOST_EARLIER:]:
            file.unlink()
        write_whole(path, made(names, now))
    except OSError as error:
        raise BadCertificate(
            f"the certificate cannot be kept in {path}: {error.strerror}",
            hint="Is the disk full, or is the folder read-only?",
        ) from error
    return _check(path, None, made_here=True, is_new=True)


def _earlier(folder: Path) -> list[Path]:
    """Return the earlier certificates, the one that was shown last first."""
    return sorted(folder.glob(EARLIER.format("*")), key=lambda file: -file.stat().st_mtime_ns)


def given_certificate(file: Path, key: Path | None) -> Certificate:
    """Return the owner's certificate; its key may be in the same file. Raises ``BadCertificate``."""
    return _check(file, key, made_here=False)


def made(names: Iterable[str], now: datetime) -> bytes:
    """Return a new certificate for these names and addresses, and its key, as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Companion")])
    usage = x509.KeyUsage(True, *[False] * 8)  # it signs, and does nothing else
    key_id = x509.SubjectKeyIdentifier.from_public_key(public)
    builder = (
        x509.CertificateBuilder(name, name, public, x509.random_serial_number())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now + GOOD_FOR)
        .add_extension(x509.SubjectAlternativeName(_general_names(names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(key_id, critical=False)
    )
    certificate = builder.sign(key, hashes.SHA256())
    return certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _kept(path: Path) -> Certificate | None:
    """Return the certificate that was made earlier; None if there is none. Raises OSError."""
    if not path.exists():
        return None
    try:
        return _check(path, None, made_here=True)
    except BadCertificate:
        set_aside(path)
        return None


def _general_names(names: Iterable[str]) -> "list[GeneralName]":
    """Return those names that a certificate can hold."""
    from cryptography import x509

    found: list[GeneralName] = []
    for name in dict.fromkeys(names):
        try:
            found.append(x509.IPAddress(ip_address(name)))
        except ValueError:
            with suppress(ValueError):  # a machine may have a name that no name server accepts
                found.append(x509.DNSName(name))
    return found


def _check(file: Path, key: Path | None, *, made_here: bool, is_new: bool = False) -> Certificate:
    """Return the certificate in a file, which can be used. Raises ``BadCertificate``."""
    from cryptography import x509
    from cryptography.hazmat.primitives.hashes import SHA256

    try:
        loaded = x509.load_pem_x509_certificate(bytes_of(file, MOST_BYTES))
    except (OSError, ValueError) as error:
        raise BadCertificate(
            f"{file} holds no certificate: {_reason(error)}",
            hint="Give a PEM file: it begins with -----BEGIN CERTIFICATE-----.",
        ) from error
    fingerprint = loaded.fingerprint(SHA256()).hex(":").upper()
    since, until = loaded.not_valid_before_utc, loaded.not_valid_after_utc
    found = Certificate(file, key, fingerprint, since, until, made_here, is_new)
    found.context()
    return found


def _no_password() -> str:
    """Answer the library's question for the key's password: nobody may be there to type one."""
    raise ValueError("the key has a password")


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLError):
        return {"KEY_VALUES_MISMATCH": "the key belongs to another"}.get(error.reason, "no key is there")
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

"""The certificate by which the table shows phones that it is the one they spoke to before.

It is made once, kept in the data folder, and signed by itself: nobody vouches for it, so a browser asks
the first time, and what it shows can be compared with the fingerprint that the host sees. Or it is the
owner's, from somebody whom browsers trust.

The names go where browsers look for them (RFC 9525: subjectAltName alone). Apple's systems take no
certificate that is good for longer than 825 days (https://support.apple.com/103769).
"""

import ssl
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.table.files import set_aside, write_whole
from vision.given_files import bytes_of

if TYPE_CHECKING:
    from cryptography.x509 import GeneralName

FILE = "tls.pem"
"""The file in the data folder that holds the certificate and its key: one, so that it is whole."""
GOOD_FOR = timedelta(days=800)
BEFORE = timedelta(days=20)
"""A phone's clock may be behind the table's; the two together are below 825 days."""
RENEWED_BEFORE_END = timedelta(days=30)
MOST_BYTES = 1024 * 1024


class BadCertificate(CompanionError, ValueError):
    """A certificate, or its key, cannot be used."""

    code = "bad_certificate"


@dataclass(frozen=True)
class Certificate:
    """A certificate that can be used. ``fingerprint``: SHA-256 of it, ``AB:CD:…``, as browsers show it.

    ``made_here``: nobody whom a browser knows vouches for it. ``is_new``: made just now.
    """

    file: Path
    key: Path | None
    fingerprint: str
    until: datetime
    made_here: bool
    is_new: bool = False

    def context(self) -> ssl.SSLContext:
        """Return how the table encrypts with it. Raises ``BadCertificate``."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.options |= ssl.OP_NO_RENEGOTIATION  # it would cost the table far more than who asks
        context.set_alpn_protocols(["http/1.1"])
        try:
            context.load_cert_chain(self.file, self.key, password=_no_password)
        except (OSError, ValueError) as error:
            raise BadCertificate(
                f"{self.file} cannot be used as a certificate: {_reason(error)}",
                hint="Give a PEM file with the certificate, and its key without a password.",
            ) from error
        return context


def kept_certificate(folder: Path, names: Iterable[str], now: datetime) -> Certificate:
    """Return the certificate of a data folder; make it for these names where there is none that is good.

    One that ends soon is replaced, one that is broken is set aside. ``names``: names and addresses.
    Raises ``BadCertificate``.
    """
    path = folder / FILE
    try:
        kept = _kept(path)
        if kept is not None and kept.until - now > RENEWED_BEFORE_END:
            return kept
        write_whole(path, made(names, now))
    except OSError as error:
        raise BadCertificate(
            f"the certificate cannot be kept in {path}: {error.strerror}",
            hint="Is the disk full, or is the folder read-only?",
        ) from error
    return _checked(path, None, made_here=True, is_new=True)


def given_certificate(file: Path, key: Path | None) -> Certificate:
    """Return the owner's certificate; its key may be in the same file. Raises ``BadCertificate``."""
    return _checked(file, key, made_here=False)


def made(names: Iterable[str], now: datetime) -> bytes:
    """Return a new certificate for these names and addresses, and its key, as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Companion")])
    usage = x509.KeyUsage(True, *[False] * 8)  # it signs, and nothing else
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
    """Return the certificate that was made before; None where there is none. Raises OSError."""
    if not path.exists():
        return None
    try:
        return _checked(path, None, made_here=True)
    except BadCertificate:
        set_aside(path)
        return None


def _general_names(names: Iterable[str]) -> "list[GeneralName]":
    """Return those of the names that a certificate can hold."""
    from cryptography import x509

    found: list[GeneralName] = []
    for name in dict.fromkeys(names):
        try:
            found.append(x509.IPAddress(ip_address(name)))
        except ValueError:
            with suppress(ValueError):  # a machine may have a name that no name server takes
                found.append(x509.DNSName(name))
    return found


def _checked(file: Path, key: Path | None, *, made_here: bool, is_new: bool = False) -> Certificate:
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
    found = Certificate(file, key, fingerprint, loaded.not_valid_after_utc, made_here, is_new)
    found.context()
    return found


def _no_password() -> str:
    """Answer who asks for the key's password: nobody may be there to type one."""
    raise ValueError("the key has a password")


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLError):
        return {"KEY_VALUES_MISMATCH": "the key belongs to another"}.get(error.reason, "no key is there")
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

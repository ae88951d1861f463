"""A certificate as the table makes it, in a folder of its own."""

import ssl
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from web.access.certificate import Certificate, kept_certificate

NAMES = ("localhost", "127.0.0.1", "companion.local")


@cache
def a_certificate() -> Certificate:
    """Return a certificate for this machine."""
    return kept_certificate(Path(mkdtemp()), NAMES, datetime.now(UTC))


@cache
def trusting() -> ssl.SSLContext:
    """Return what a phone uses that trusts this certificate alone."""
    context = ssl.create_default_context(cafile=str(a_certificate().file))
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    return context

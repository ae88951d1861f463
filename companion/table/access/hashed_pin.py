"""The host's PIN as a hash: anyone who reads the file must still guess it, slowly.

A card for a new table holds its PIN like this, and the table stores it unchanged.
"""

import base64
import hashlib
import hmac
import re
import secrets

N, R, P = 2**13, 8, 1
"""scrypt's cost: some 20 ms a guess on a laptop, one core of which then finds one of 10**9 PINs in 100
days; 8 MiB, so that guesses on all server threads stay below the service's memory limit."""
SALT_BYTES, HASH_BYTES = 16, 32
HASHED = re.compile(r"scrypt:([A-Za-z0-9+/]{22}==):([A-Za-z0-9+/]{43}=)")


def hash_pin(pin: str) -> str:
    """Return a PIN's hash, with a salt of its own."""
    salt = secrets.token_bytes(SALT_BYTES)
    return f"scrypt:{_text(salt)}:{_text(_scrypt(pin, salt))}"


def is_hashed(kept: str) -> bool:
    """Tell whether the stored text is a hash, or the PIN itself."""
    return HASHED.fullmatch(kept) is not None


def is_pin(tried: str, kept: str) -> bool:
    """Tell whether this is the stored PIN, whether stored as it is or as its hash."""
    found = HASHED.fullmatch(kept)
    if found is None:
        return hmac.compare_digest(*(hashlib.sha256(_bytes(text)).digest() for text in (tried, kept)))
    salt, hash_ = map(base64.b64decode, found.groups())
    return hmac.compare_digest(_scrypt(tried, salt), hash_)


def _scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(_bytes(pin), salt=salt, n=N, r=R, p=P, dklen=HASH_BYTES)


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")

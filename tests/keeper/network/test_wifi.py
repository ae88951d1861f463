"""The key of a wireless network is what IEEE 802.11 derives, and nothing else is taken."""

import pytest

from companion.keeper.network.wifi import BadWifi, joined

PUBLISHED = [  # IEEE Std 802.11i-2004, H.4.3
    (
        *("password", "IEEE"),
        "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e",  # pragma: allowlist secret
    ),
    (
        *("ThisIsAPassword", "ThisIsASSID"),
        "0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af",  # pragma: allowlist secret
    ),
    (
        *("a" * 32, "Z" * 32),
        "becb93866bb8c3832cb777c2f559807c8c59afcb6eae734885001300a981cc62",  # pragma: allowlist secret
    ),
]


@pytest.mark.parametrize(("password", "name", "key"), PUBLISHED)
def test_the_published_keys_are_derived(password: str, name: str, key: str) -> None:
    assert joined(name, password).key == key
    assert joined(name, key.upper()).key == key, "a key is taken as one"
    assert key not in repr(joined(name, password))


@pytest.mark.parametrize("password", ["seven77", "x" * 64, "příliš žluťoučký", "tab\tinside"])
def test_what_no_network_has_as_password_is_refused_and_not_repeated(password: str) -> None:
    with pytest.raises(BadWifi) as refused:
        joined("Home", password)
    assert password not in f"{refused.value} {refused.value.hint}"


@pytest.mark.parametrize("name", ["", "ž" * 17, "two\nlines", "a\0b"])
def test_what_no_network_is_called_is_refused(name: str) -> None:
    with pytest.raises(BadWifi):
        joined(name, "correct horse")

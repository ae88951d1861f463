"""What leaves the table as JSON."""

from types import MappingProxyType

import numpy as np
import pytest

from web.encoding import encode


class Name(str):
    """A text of a kind of its own."""

    __slots__ = ()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": (1, None, True)}, b'{"a":[1,null,true]}'),
        ("ů\u2028", '"ů\u2028"'.encode()),
        (np.float64(0.5), b"0.5"),
        (float("nan"), b"null"),
        (Name("Ana"), b'"Ana"'),
        ({Name("Ana"): 1}, b'{"Ana":1}'),
        (MappingProxyType({"a": 1}), b'{"a":1}'),
    ],
    ids=["plain", "text", "float of NumPy", "no number", "kind of text", "as key", "read-only"],
)
def test_what_has_a_form_is_written(value: object, text: bytes) -> None:
    assert encode(value) == text


def test_what_has_none_is_refused() -> None:
    with pytest.raises(TypeError, match="no JSON for <object"):
        encode({"a": object()})

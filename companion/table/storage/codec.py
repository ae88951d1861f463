"""Values as the table keeps and sends them: JSON, written and read again by the types of their fields.

A dataclass is an object of its fields, a set a sorted list. What is missing has its usual value, as in
what earlier versions wrote. A class that is kept in another form says so by ``to_json`` and
``from_json``.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

KindT = TypeVar("KindT")

UNKEPT: Final = {"kept": "never"}
"""The metadata of a field that is not written."""
SELDOM: Final = {"kept": "unless as usual"}
"""The metadata of a field that is left out where it has its usual value."""


def as_json(value: Any) -> Any:
    """Return a value as it is written."""
    if hasattr(value, "to_json"):
        return value.to_json()
    if is_dataclass(value):
        return fields_as_json(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset):
        return sorted(map(as_json, value))
    return list(map(as_json, value)) if isinstance(value, list | tuple) else value


def fields_as_json(value: Any) -> dict[str, Any]:
    """Return a dataclass as it is written by its fields."""
    told = ((one, getattr(value, one.name)) for one in fields(value))
    return {one.name: as_json(its) for one, its in told if _is_written(one, its)}


def from_json(kind: type[KindT], words: Any) -> KindT:
    """Return the value that was written so. Raises ``LookupError``, ``TypeError``, ``ValueError``."""
    found: KindT = _read(kind, words)
    return found


def _is_written(one: "Field[Any]", value: object) -> bool:
    return one.metadata != UNKEPT and (one.metadata != SELDOM or value != one.default)


def _read(kind: Any, words: Any) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any or (words is None and NoneType in args):
        return words
    if isinstance(kind, NewType):
        return _read(kind.__supertype__, words)
    if origin in (Union, UnionType):
        return _read_any_of([one for one in args if one is not NoneType], words)
    if origin is Literal and words not in args:
        raise ValueError(f"{words!r} is none of {args}")
    if origin in (tuple, frozenset):
        return _read_all(origin, args, words)
    if hasattr(kind, "from_json"):
        return kind.from_json(words)
    if is_dataclass(kind):
        return _read_fields(kind, words)
    if isinstance(kind, type) and hasattr(kind, "_fields"):  # a named tuple
        return kind(*_read_all(tuple, tuple(_hints(kind).values()), words))
    return words if origin is Literal else _checked(origin or kind, words)


def _read_any_of(kinds: list[Any], words: Any) -> Any:
    """Return what words are; plain ones may be of any of the kinds."""
    if len(kinds) == 1:
        return _read(kinds[0], words)
    if not isinstance(words, tuple(kinds)):
        raise TypeError(f"{words!r} is of none of {kinds}")
    return words


def _read_all(many: type, kinds: tuple[Any, ...], words: Any) -> Any:
    if many is frozenset or kinds[-1] is Ellipsis:
        return many(_read(kinds[0], one) for one in words)
    return many(_read(kind, one) for kind, one in zip(kinds, words, strict=True))


def _read_fields(kind: Any, words: Any) -> Any:
    if not isinstance(words, Mapping):
        raise TypeError(f"no {kind.__name__}: {words!r}")
    found = {}
    for one in fields(kind):
        is_usual = one.default is not MISSING or one.default_factory is not MISSING
        if one.metadata != UNKEPT and not (is_usual and one.name not in words):
            found[one.name] = _read(_hints(kind)[one.name], words[one.name])
    return kind(**found)


def _checked(kind: Any, words: Any) -> Any:
    is_number = kind is float and type(words) is int
    if not is_number and not isinstance(words, kind):
        raise TypeError(f"{words!r} is no {kind.__name__}")
    return words


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)

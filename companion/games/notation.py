"""Positions as text: any frozen dataclass to JSON and back, equal to the original.

A dataclass is written as an object whose key ``is`` holds its name, an enum as its member's name, a
frozenset as a list in a fixed order, a mapping as a list of pairs, a tuple as a list. Reading follows
the types of the fields: int, float, bool, str, None, enums, ``Literal``, ``NewType``, tuples,
frozensets, mappings, dataclasses, named tuples, and unions of these.
"""

import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, NewType, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.errors import BadRecord
from companion.games.game import Json

T = TypeVar("T")

_TAG = "is"


def write(value: object) -> str:
    """Return the text of a position: one line, the same for equal positions."""
    return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))


def read(kind: type[T], text: str) -> T:
    """Return the position of this class from a text that ``write`` made. Raises ``BadRecord``."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"position: not JSON: {error}") from error
    return cast(T, _value(kind, plain, "position"))


def _plain(value: object) -> Json:
    if isinstance(value, Enum):
        return value.name
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        named = {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.init}
        return {_TAG: type(value).__name__, **named}
    if isinstance(value, Mapping):
        return _in_order([_plain(key), _plain(each)] for key, each in value.items())
    if isinstance(value, AbstractSet):
        return _in_order(_plain(each) for each in value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    raise TypeError(f"{type(value).__name__} has no text form: {value!r}")


def _in_order(values: Any) -> Json:
    return sorted(values, key=json.dumps)


def _value(hint: Any, plain: Json, where: str) -> Any:
    if isinstance(hint, NewType):
        return _value(hint.__supertype__, plain, where)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _first_that_fits(get_args(hint), plain, where)
    if origin is Literal:
        return _check(plain in get_args(hint), plain, hint, where)
    if origin is not None:
        return _many(origin, get_args(hint), plain, where)
    return _one(hint, plain, where)


def _one(kind: Any, plain: Json, where: str) -> Any:
    if kind is None or kind is NoneType:
        return _check(plain is None, plain, kind, where)
    if not isinstance(kind, type):
        raise TypeError(f"{where}: no text form for fields of type {kind!r}")
    if issubclass(kind, Enum):
        _check(isinstance(plain, str) and plain in kind.__members__, plain, kind, where)
        return kind[cast(str, plain)]
    if is_dataclass(kind):
        return _dataclass(kind, plain, where)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        values = _list(plain, kind, where)
        hints = list(_hints(kind).values())
        _check(len(values) == len(hints), plain, kind, where)
        return kind(*(_value(h, each, where) for h, each in zip(hints, values, strict=True)))
    exact = type(plain) is kind or (kind is float and type(plain) is int)
    return _check(exact, plain, kind, where)


def _dataclass(kind: Any, plain: Json, where: str) -> Any:
    _check(isinstance(plain, dict) and plain.get(_TAG) == kind.__name__, plain, kind, where)
    given = {key: each for key, each in cast(dict[str, Json], plain).items() if key != _TAG}
    wanted = [f.name for f in fields(kind) if f.init]
    if sorted(given) != sorted(wanted):
        raise BadRecord(
            f"{where}: {kind.__name__} has the fields {', '.join(wanted)}, not {', '.join(given)}"
        )
    hints = _hints(kind)
    return kind(**{name: _value(hints[name], given[name], f"{where}.{name}") for name in wanted})


def _many(origin: Any, args: tuple[Any, ...], plain: Json, where: str) -> Any:
    values = _list(plain, origin, where)
    places = [f"{where}[{number}]" for number in range(len(values))]
    if issubclass(origin, Mapping):
        pair = tuple.__class_getitem__(args)
        pairs = [_value(pair, each, at) for each, at in zip(values, places, strict=True)]
        return MappingProxyType(dict(pairs)) if origin is MappingProxyType else dict(pairs)
    if issubclass(origin, AbstractSet):
        return frozenset(_value(args[0], each, at) for each, at in zip(values, places, strict=True))
    if not issubclass(origin, tuple):
        raise TypeError(f"{where}: no text form for fields of type {origin!r}")
    hints = (args[0],) * len(values) if args[1:] == (...,) else args
    _check(len(hints) == len(values), plain, origin, where)
    return tuple(_value(h, each, at) for h, each, at in zip(hints, values, places, strict=True))


def _first_that_fits(hints: tuple[Any, ...], plain: Json, where: str) -> Any:
    faults = []
    for hint in hints:
        try:
            return _value(hint, plain, where)
        except BadRecord as error:
            faults.append(str(error))
    raise BadRecord("; ".join(faults))


def _list(plain: Json, kind: Any, where: str) -> list[Json]:
    return cast(list[Json], _check(isinstance(plain, list), plain, kind, where))


def _check(fits: bool, plain: Json, kind: Any, where: str) -> Json:
    if not fits:
        raise BadRecord(f"{where}: {json.dumps(plain)[:60]} is no {getattr(kind, '__name__', kind)}")
    return plain


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)

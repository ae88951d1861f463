"""Reads a request's JSON body and checks it against the schema that the API's description shows."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from flask import request

from companion.table.shapes import JsonObject
from web.errors import BadBody, NotJson

Schema = JsonObject
"""The part of JSON Schema that is used here: type, properties, required, additionalProperties,
items, prefixItems, minLength, maxLength, minimum, maximum, minItems, maxItems."""

KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
LEAST = ("minLength", "minItems", "minimum")
MOST = ("maxLength", "maxItems", "maximum")


def text(least: int = 1, most: int = 200, **more: Any) -> Schema:
    """Return the schema of a string of so many characters."""
    return {"type": "string", "minLength": least, "maxLength": most, **more}


def body_of(
    properties: Mapping[str, Schema], *, optional: tuple[str, ...] = (), more: bool = False
) -> Schema:
    """Return the schema of a JSON object; ``more``: it may have further fields."""
    required = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "properties": dict(properties),
        "required": required,
        "additionalProperties": more,
    }


def read_body(schema: Schema) -> JsonObject:
    """Return the request's body. Raises ``NotJson``, ``BadBody`` naming the field that is wrong."""
    if request.mimetype != "application/json":
        raise NotJson(
            f"the body's type is {request.mimetype or 'not given'}",
            hint="Send Content-Type: application/json.",
        )
    body = _decode(request.get_data())
    check(body, schema, "the body")
    assert isinstance(body, dict)
    return body


def check(value: object, schema: Schema, where: str) -> None:
    """Raise ``BadBody`` if the value does not fit the schema."""
    kind = schema.get("type")
    if kind is not None and not _is_a(value, kind):
        raise BadBody(f"{where} is not a JSON {kind}")
    _check_bounds(value, schema, where)
    if isinstance(value, dict):
        _check_object(value, schema, where)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            check(item, schema.get("items", {}), f"{where}, item {place}")


def _check_object(value: JsonObject, schema: Schema, where: str) -> None:
    properties = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            raise BadBody(f'{where} lacks "{name}"')
    for name, item in value.items():
        if name in properties:
            check(item, properties[name], f'"{name}"')
        elif schema.get("additionalProperties") is False:
            raise BadBody(
                f'{where} has an unknown field "{name}"', hint=f"Known: {', '.join(properties)}."
            )


def _check_bounds(value: Any, schema: Schema, where: str) -> None:
    size = value if isinstance(value, int | float) else len(value or ())
    for word in LEAST:
        if word in schema and size < schema[word]:
            raise BadBody(f"{where}: {word} is {schema[word]}")
    for word in MOST:
        if word in schema and size > schema[word]:
            raise BadBody(f"{where}: {word} is {schema[word]}")


def _is_a(value: object, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, KINDS[kind])


def _decode(raw: bytes) -> object:
    try:
        value = json.loads(raw, parse_constant=_refuse)
        # A lone surrogate can be written in JSON, but not to a disk or a page.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadBody("the body is not JSON", hint=str(error)) from error
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")

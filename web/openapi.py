"""Writes ``/api/openapi.json`` from the addresses themselves (OpenAPI 3.1, https://spec.openapis.org)."""

import re
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from flask import Flask

from companion.table import shapes
from companion.table.shapes import JsonObject
from web.bodies import Schema, body_of
from web.describe import Description

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}
ERROR_SCHEMA = body_of(
    {"error": body_of({name: {"type": "string"} for name in ("code", "message", "hint")})},
)
WRONG = {
    400: "the request is not understood",
    401: "not logged in, or wrong PIN or code",
    403: "the caller's role may not do this",
    404: "there is none just now",
    409: "the rules forbid this move now",
    413: "too much was sent",
    415: "the body is not application/json",
    421: "the table is not called by that name",
    422: "understood, but not possible",
    429: "too many wrong tries",
    503: "not possible at the moment",
}
AS_PARAMETER: JsonObject = {
    "name": "as",
    "in": "query",
    "required": False,
    "description": "which of the caller's roles speaks: host, everyone, seat-1, seat-2, …",
    "schema": {"type": "string"},
}


def openapi(app: Flask) -> JsonObject:
    """Return the description of every address under /api."""
    paths: dict[str, JsonObject] = {}
    for rule in app.url_map.iter_rules():
        description = getattr(app.view_functions[rule.endpoint], "description", None)
        if description is None:
            continue
        method = next(iter((rule.methods or set()) - {"HEAD", "OPTIONS"})).lower()
        path = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule)
        paths.setdefault(path, {})[method] = _operation(
            description, rule.endpoint, sorted(rule.arguments)
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table companion",
            "version": "1",
            "description": "A camera over a real game table. GET never changes anything.",
        },
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {"Error": ERROR_SCHEMA, **_shapes()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "companion_host"},
            },
        },
    }


def _operation(description: Description, endpoint: str, arguments: list[str]) -> JsonObject:
    answer = description.answer
    operation: JsonObject = {
        "operationId": endpoint.replace(".", "_"),
        "summary": description.summary,
        "parameters": [AS_PARAMETER]
        + [_path_parameter(name) for name in arguments]
        + [_header_parameter(name, what) for name, what in description.headers.items()],
        "responses": {
            str(answer.status): {
                "description": answer.what,
                **({"content": {answer.media: {"schema": answer.schema}}} if answer.media else {}),
            },
            **{str(status): _wrong(status) for status in sorted(_all_wrong(description))},
        },
        "security": [{}] if description.who == "everyone" else [{"token": []}, {"cookie": []}],
    }
    if description.body is not None:
        content = {"application/json": {"schema": description.body}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _all_wrong(description: Description) -> set[int]:
    wrong = {400, 421, *description.wrong}
    if description.who != "everyone":
        wrong |= {401, 403}
    if description.body is not None:
        wrong |= {403, 413, 415}
    return wrong


def _wrong(status: int) -> JsonObject:
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": WRONG[status], "content": {"application/json": {"schema": schema}}}


def _path_parameter(name: str) -> JsonObject:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}


def _header_parameter(name: str, what: str) -> JsonObject:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "description": what,
        "schema": {"type": "string"},
    }


def ref(shape: type) -> Schema:
    """Return a reference to a shape that leaves the table."""
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def _shapes() -> dict[str, Schema]:
    found = [thing for thing in vars(shapes).values() if is_typeddict(thing)]
    return {shape.__name__: _shape_schema(shape) for shape in found}


def _shape_schema(shape: type) -> Schema:
    hints = get_type_hints(shape)
    needed = sorted(getattr(shape, "__required_keys__", frozenset()))
    schema: Schema = {"type": "object", "required": needed}
    schema["properties"] = {name: _schema(hint) for name, hint in hints.items()}
    if shape.__doc__:
        schema["description"] = " ".join(shape.__doc__.split())
    return schema


def _schema(hint: Any) -> Schema:
    """Return the JSON Schema of a type as it is used in the shapes."""
    if hint in PLAIN:
        return PLAIN[hint]
    if is_typeddict(hint):
        return ref(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is NotRequired:
        return _schema(arguments[0])
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(argument) for argument in arguments]}
    if origin is list:
        return {"type": "array", "items": _schema(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(arguments[1])}
    if origin is tuple:
        items = [_schema(argument) for argument in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    raise TypeError(f"no JSON Schema for {hint!r}")

"""Writes ``/api/openapi.json`` from the addresses themselves (OpenAPI 3.1,
https://spec.openapis.org)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from flask import Flask

from companion.errors import CompanionError
from companion.table.shapes.values import JsonObject
from web.addresses import Address, Answer, File
from web.answers import Error

AS_PARAMETER: JsonObject = {
    "name": "as",
    "in": "query",
    "required": False,
    "description": "which of the caller's roles speaks: host, everyone, camera, seat-1, seat-2, …",
    "schema": {"type": "string"},
}
SECURITY: JsonObject = {
    "token": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "companion_<port>_host"},
}
INFO: JsonObject = {
    "title": "Table companion",
    "version": "1",
    "description": "A camera over a real game table. GET never changes anything.",
}

Schemas = Mapping[Any, JsonObject]
"""The JSON Schema, mostly a reference, of each type that is sent over the wire."""


class Parameter(NamedTuple):
    """A part of a path that is filled in."""

    name: str
    is_number: bool


@dataclass(frozen=True)
class Route:
    """Path and method of an address: ``/api/v1/seats/{seat}/join``, ``post``."""

    path: str
    method: str
    name: str
    parameters: tuple["Parameter", ...]
    address: Address


def routes(app: Flask) -> Iterator[Route]:
    """Yield every address of the API."""
    for rule in app.url_map.iter_rules():
        view: object = app.view_functions[rule.endpoint]
        if isinstance(view, Address):
            method = next(iter((rule.methods or set()) - {"HEAD", "OPTIONS"})).lower()
            path = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule)
            name = rule.endpoint.replace(".", "_")
            found = re.findall(r"<(int:)?(\w+)>", rule.rule)
            parameters = tuple(Parameter(word, is_number=bool(number)) for number, word in found)
            yield Route(path, method, name, parameters, view)


def openapi(app: Flask) -> JsonObject:
    """Return the description of every address under /api."""
    found = sorted(routes(app), key=lambda route: (route.path, route.method))
    schemas, components = _describe(route.address for route in found)
    paths: dict[str, JsonObject] = {}
    for route in found:
        paths.setdefault(route.path, {})[route.method] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": INFO,
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SECURITY},
    }


def _describe(addresses: Iterable[Address]) -> tuple[Schemas, JsonObject]:
    """Return the schema of every type that is sent or answered, and the types that the references lead
    to."""
    kinds: dict[Any, None] = {Error: None}
    for address in addresses:
        body = None if isinstance(address.body, File) else address.body
        kinds |= {kind: None for kind in (body, address.answer.kind) if kind is not None}
    schemas, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    for component in components.values():
        if "description" in component:
            component["description"] = " ".join(component["description"].split())
    return dict(zip(kinds, map(_free, schemas), strict=True)), _free(components)


def _free(schema: Any) -> Any:
    """Allow any fields for every object whose fields are not described."""
    if isinstance(schema, list):
        return [_free(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inside = {key: _free(part) for key, part in schema.items()}
    bare = schema.get("type") == "object" and not {"properties", "additionalProperties"} & set(schema)
    return inside | ({"additionalProperties": True} if bare else {})


def _operation(route: Route, schemas: Schemas) -> JsonObject:
    address = route.address
    operation: JsonObject = {
        "operationId": route.name,
        "summary": address.summary,
        "parameters": [
            AS_PARAMETER,
            *map(_path_parameter, route.parameters),
            *(_header_parameter(name, what) for name, what in address.headers.items()),
        ],
        "responses": _responses(address, schemas),
        "security": [{}] if address.who in ("anyone", "everyone") else [{"token": []}, {"cookie": []}],
    }
    if address.body is not None:
        operation["requestBody"] = {"required": True, "content": _body(address.body, schemas)}
    return operation


def _body(body: type[msgspec.Struct] | File, schemas: Schemas) -> JsonObject:
    if isinstance(body, File):
        return {media: {"schema": {"type": "string", "format": "binary"}} for media in body.media}
    return {"application/json": {"schema": schemas[body]}}


def _responses(address: Address, schemas: Schemas) -> JsonObject:
    answer = address.answer
    content = {answer.media: {"schema": _answer_schema(answer, schemas)}}
    also = {str(status): {"description": what} for status, what in answer.also.items()}
    wrong = {
        str(int(status)): _wrong(kinds, schemas[Error])
        for status, kinds in groupby(address.errors, key=lambda kind: kind.http_status)
    }
    return {"200": {"description": answer.what, "content": content}, **also, **wrong}


def _answer_schema(answer: Answer, schemas: Schemas) -> JsonObject:
    if answer.kind is None:
        return {"type": "string", "contentMediaType": answer.media}
    return schemas[answer.kind]


def _wrong(kinds: Iterable[type[CompanionError]], schema: JsonObject) -> JsonObject:
    """Return the meaning of a status: the code of each error, and the first line of its docstring."""
    told = [f"{kind.code}: {(kind.__doc__ or '').splitlines()[0]}" for kind in kinds]
    return {"description": " ".join(told), "content": {"application/json": {"schema": schema}}}


def _path_parameter(parameter: Parameter) -> JsonObject:
    schema = {"type": "integer", "minimum": 1} if parameter.is_number else {"type": "string"}
    return {"name": parameter.name, "in": "path", "required": True, "schema": schema}


def _header_parameter(name: str, what: str) -> JsonObject:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "description": what,
        "schema": {"type": "string"},
    }

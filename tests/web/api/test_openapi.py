"""The API's description says all of it, and nothing that is not there."""

import json
import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.table.shapes.state import StateShape
from tests.web.fake_table import nothing_played


def described(anyone: FlaskClient) -> dict[str, Any]:
    document: dict[str, Any] = anyone.get("/api/openapi.json").get_json()
    return document


def routes(app: Flask) -> set[tuple[str, str]]:
    return {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api")
    }


def test_every_address_is_described_and_every_described_one_exists(
    app: Flask, anyone: FlaskClient
) -> None:
    paths = described(anyone)["paths"]
    assert {(method, path) for path, item in paths.items() for method in item} == routes(app)


def test_the_addresses_of_the_design_are_there(app: Flask) -> None:
    assert routes(app) >= {
        ("get", "/api/v1/state"),
        ("get", "/api/v1/events"),
        ("post", "/api/v1/login"),
        ("post", "/api/v1/sittings"),
        ("post", "/api/v1/seats/{seat}/join"),
        ("post", "/api/v1/moves"),
    }


def test_every_reference_leads_somewhere(anyone: FlaskClient) -> None:
    document = described(anyone)
    for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)):
        assert name in document["components"]["schemas"]


def test_get_takes_no_body_and_post_does(anyone: FlaskClient) -> None:
    for item in described(anyone)["paths"].values():
        for method, operation in item.items():
            assert ("requestBody" in operation) == (method == "post")


def test_what_changes_something_needs_a_login(anyone: FlaskClient) -> None:
    free = {
        path
        for path, item in described(anyone)["paths"].items()
        for method, operation in item.items()
        if method == "post" and operation["security"] == [{}]
    }
    # What takes a seat back asks for the token that lost it, which is no login any more.
    back = "/api/v1/seats/{seat}/take_back"
    joins = {"/api/v1/seats/{seat}/join", "/api/v1/camera/join", "/api/v1/teaching/join"}
    assert free == {"/api/v1/login", back} | joins


def test_the_state_is_described_field_by_field(anyone: FlaskClient) -> None:
    schema = described(anyone)["components"]["schemas"]["StateShape"]
    assert set(nothing_played()) == set(schema["required"])
    assert set(schema["properties"]) == set(StateShape.__annotations__)

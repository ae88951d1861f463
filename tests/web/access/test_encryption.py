"""A table that encrypts: pages and API over TLS alone, and what is said of it."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from companion.table.access.access import Access
from tests.web.access.certificates import a_certificate
from tests.web.conftest import PIN
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable, as_table
from web.access.phone_door import NoWay
from web.app import create_app
from web.pages.language import LANGUAGES, catalogue

HTTPS = "https://companion.local:8000"
HTTP = "http://companion.local:8000"


@pytest.fixture(params=["made here", "the owner's"])
def encrypting(request: pytest.FixtureRequest, table: FakeTable, access: Access) -> Flask:
    certificate = replace(a_certificate(), made_here=request.param == "made here")
    app = create_app(
        as_table(table), access, public=lambda: ["https://192.168.1.7:8000"], door=NoWay(certificate)
    )
    app.testing = True
    app.extensions["made_here"] = certificate.made_here
    return app


def test_the_api_answers_nothing_that_is_not_encrypted(encrypting: Flask) -> None:
    client = encrypting.test_client()
    assert client.get("/api/v1/state", base_url=HTTPS).status_code == 200
    for reply in (
        client.get("/api/v1/state", base_url=HTTP),
        client.post("/api/v1/login", json={"pin": PIN}, base_url=HTTP),
        client.get("/api/v1/events", base_url=HTTP),
        client.get("/api/v1/picture", base_url=HTTP),
    ):
        assert_error(reply, 403, "not_encrypted")
        assert f"{HTTPS}/api/v1/" in reply.get_json()["error"]["hint"]
        assert "Set-Cookie" not in reply.headers


def test_a_page_that_is_not_encrypted_says_where_to_go(encrypting: Flask) -> None:
    reply = encrypting.test_client().get("/seat/2?lang=de", base_url=HTTP)
    if not encrypting.extensions["made_here"]:
        assert reply.status_code == 308
        assert reply.headers["Location"] == f"{HTTPS}/seat/2?lang=de"
        return
    assert reply.status_code == 403
    assert f'href="{HTTPS}/seat/2?lang=de"' in reply.text
    assert "SHA-256" in reply.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_page_is_in_the_browsers_language(table: FakeTable, access: Access, language: str) -> None:
    app = create_app(as_table(table), access, door=NoWay(a_certificate()))
    reply = app.test_client().get("/", base_url=HTTP, headers={"Accept-Language": language})
    for code in ("tls.page", "tls.asks", "tls.steps", "tls.compare", "tls.go"):
        assert catalogue(language)[code] in reply.text.replace("&#39;", "'")


def test_that_page_has_its_style(encrypting: Flask) -> None:
    page = encrypting.test_client().get("/", base_url=HTTPS).text
    style = re.search(r"/bundled/\w+/all.css", page)
    assert style
    assert encrypting.test_client().get(style[0], base_url=HTTP).status_code == 200


def test_other_names_are_refused_before_they_are_led_anywhere(encrypting: Flask) -> None:
    reply = encrypting.test_client().get("/", base_url="http://evil.example")
    assert reply.status_code == 421
    assert "Location" not in reply.headers


def test_cookies_are_sent_encrypted_alone(encrypting: Flask) -> None:
    reply = encrypting.test_client().post("/api/v1/login", json={"pin": PIN}, base_url=HTTPS)
    assert "Secure" in reply.headers["Set-Cookie"].split("; ")


@pytest.mark.parametrize("path", ["/", "/api/v1/state", "/static/icon.svg"])
@pytest.mark.parametrize("way", ["cookie", "bearer"])
def test_a_token_that_came_in_the_clear_is_worthless(encrypting: Flask, path: str, way: str) -> None:
    """A browser that logged in before the table encrypted still sends its cookie to everybody."""
    client = encrypting.test_client()
    token = client.post("/api/v1/login", json={"pin": PIN}, base_url=HTTPS).get_json()["token"]
    own = {"Authorization": f"Bearer {token}"}
    state = "/api/v1/state?as=host"
    assert encrypting.test_client().get(state, base_url=HTTPS, headers=own).status_code == 200
    plain = encrypting.test_client()
    if way == "cookie":
        plain.set_cookie("companion_host", token, domain="companion.local")
    plain.get(path, base_url=HTTP, headers=own if way == "bearer" else {}).close()
    assert encrypting.test_client().get(state, base_url=HTTPS, headers=own).status_code == 401


def test_browsers_are_told_to_come_by_https_only_where_nobody_is_warned(encrypting: Flask) -> None:
    client = encrypting.test_client()
    trusted = not encrypting.extensions["made_here"]
    assert ("Strict-Transport-Security" in client.get("/", base_url=HTTPS).headers) is trusted
    assert "Strict-Transport-Security" not in client.get("/", base_url=HTTP).headers


def test_phones_are_led_to_https(encrypting: Flask) -> None:
    client = encrypting.test_client()
    ways = [
        client.get("/api/v1/joining", base_url=base).get_json()["table"]["link"]
        for base in (HTTPS, "https://localhost:8000")
    ]
    assert ways == [f"{HTTPS}/", "https://192.168.1.7:8000/"]


def test_the_fingerprint_is_told(encrypting: Flask) -> None:
    assert encrypting.test_client().get("/api/v1/encryption", base_url=HTTPS).get_json() == {
        "encrypted": True,
        "made_here": encrypting.extensions["made_here"],
        "fingerprint": a_certificate().fingerprint,
        "until": a_certificate().until.date().isoformat(),
    }


def test_a_table_that_does_not_encrypt_says_so(app: Flask) -> None:
    assert app.test_client().get("/api/v1/encryption").get_json() == {
        "encrypted": False,
        "made_here": False,
        "fingerprint": None,
        "until": None,
    }

"""Pages: every one answers, in the player's language, without a script or a style of another's."""

import re

import pytest
from flask.testing import FlaskClient

from web.pages.language import LANGUAGES, catalogue

PAGES = ["/", "/host", "/seat/1", "/simulator", "/camera", "/camera/phone", "/teach", "/history"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers_in_every_language(anyone: FlaskClient, path: str, language: str) -> None:
    reply = anyone.get(path, query_string={"lang": language})
    assert (reply.status_code, reply.mimetype) == (200, "text/html")
    assert f'<html lang="{language}">' in reply.text
    assert catalogue(language)["app.name"] in reply.text


@pytest.mark.parametrize("path", [*PAGES, "/nowhere"])
def test_pages_have_no_script_or_style_of_their_own(anyone: FlaskClient, path: str) -> None:
    html = anyone.get(path).text
    for attributes in re.findall(r"<script([^>]*)>", html):
        assert "src=" in attributes or 'type="application/json"' in attributes
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)


@pytest.mark.parametrize("path", PAGES)
def test_pages_need_nothing_from_outside(anyone: FlaskClient, path: str) -> None:
    html = anyone.get(path).text
    for address in re.findall(r'(?:src|href)="([^"]+)"', html):
        assert not re.match(r"\w+:|//", address)
        if address.startswith(("/static/", "/bundled/")):
            assert anyone.get(address, buffered=True).status_code == 200, address


def test_scripts_are_served_as_modules(anyone: FlaskClient) -> None:
    reply = anyone.get("/static/js/pages/table.js", buffered=True)
    assert reply.mimetype == "text/javascript"


def test_the_browsers_language_is_taken(anyone: FlaskClient) -> None:
    reply = anyone.get("/", headers={"Accept-Language": "sv, fr-CA;q=0.8, en;q=0.5"})
    assert '<html lang="fr">' in reply.text


def test_an_unknown_language_falls_back(anyone: FlaskClient) -> None:
    assert '<html lang="en">' in anyone.get("/?lang=xx", headers={"Accept-Language": "sv"}).text


def test_a_chosen_language_is_remembered(anyone: FlaskClient) -> None:
    anyone.get("/?lang=cs")
    assert '<html lang="cs">' in anyone.get("/host", headers={"Accept-Language": "de"}).text


def test_errors_are_told_in_the_players_language(anyone: FlaskClient) -> None:
    assert catalogue("de")["error.not_found"] in anyone.get("/nowhere?lang=de").text


def test_a_page_for_all_speaks_as_everyone_and_others_as_their_role(anyone: FlaskClient) -> None:
    roles = {path: re.findall(r'data-role="([^"]+)"', anyone.get(path).text) for path in PAGES}
    assert roles["/"] == roles["/camera"] == roles["/history"] == ["everyone"]
    assert (roles["/host"], roles["/seat/1"], roles["/simulator"]) == (["host"], ["seat-1"], ["host"])


def test_the_catalogue_cannot_break_out_of_its_place(anyone: FlaskClient) -> None:
    found = re.search(r'<script type="application/json" id="texts">(.*?)</script>', anyone.get("/").text)
    assert found
    assert "<" not in found[1]

"""The catalogue of every text that players read: one gettext file a language in ``po/``, read when
needed.

Message ids are codes (``turn.throw``), since the table speaks in codes. Texts use a small part of ICU
MessageFormat: ``{name}`` and ``{n, plural, one {# die} other {# dice}}``; the pages' scripts fill them
in.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from flask import Response, request

from companion.games.catalogue import names

LANGUAGES = {"en": "English", "cs": "Čeština", "de": "Deutsch", "fr": "Français"}
COOKIE = "companion_language"
COOKIE_LIFE_S = 365 * 24 * 60 * 60
OF_ENTERING = (
    *("enter.throw", "enter.add", "enter.remove", "enter.as_read", "enter.chosen", "enter.pick"),
    *("enter.back", "enter.beside_", "enter.city_", "enter.fewer", "enter.free", "enter.knights"),
    "enter.more",
    *("history.tap", "notice.by_tap"),
    *("enter.stop", "proposal.accept", "proposal.none", "proposal.stop", "proposal.was_wrong"),
    *("enter.aside", "enter.undo", "enter.record", "correct.aside", "correct.no_aside"),
    *("correct.misread", "correct.take", "correct.later", "correct.other", "correct.title"),
    *("correct.stop", "correct.throw"),
)
"""Texts of moves that are entered by hand, or corrected later."""
OF_ASKING = (
    *("error.accepted_already", "error.covered", "error.face_down", "error.illegal_move"),
    *("error.on_trial", "error.late", "error.no_time_runs", "error.read_anew"),
    *("error.ask_host", "error.bad_move", "error.bad_record", "error.bad_setup", "error.ended_for_good"),
    *("error.host_decides", "error.no_such_piece", "error.not_allowed", "error.not_encrypted"),
    *("error.not_measuring", "error.not_that_type", "error.other_seat", "error.own_secret"),
    *("error.over", "error.question_closed", "error.same_name", "error.taken_over"),
    "error.too_large",
    *("error.code_used", "error.pin_too_short", "error.too_many_tries", "error.unknown_game"),
    "error.wrong_pin",
    "seat.taken_over",
)
"""Texts that the table answers only to a caller who asks for something: moves, answers, settings, a
log-in; shared screens never show them."""
OF_COMING_IN = (
    *("login.", "join.code", "join.in", "join.nobody", "join.take_back", "join.taken_over"),
    "join.title",
)
"""Texts of pages that let somebody in."""
OF_READING = (
    *("reading.kept_counts", "reading.missed", "reading.no_die", "reading.none_stands"),
    *("reading.not_in_view", "reading.stands"),
)
"""Texts of the pages on which a reading is corrected."""
OF_FEW_PAGES = {
    "templates": (
        "app.",
        "page.camera",
        "page.host",
        "page.seat",
        "page.table",
        "page.teach",
    ),
    "plain": ("plain.",),
    "hub": (
        *("hub.", "error.hub_", "error.not_organiser"),
        *("part.disk", "part.heat", "part.markers", "part.memory", "part.phone", "part.picture"),
        "part.power",
    ),
    "seat": (*OF_ENTERING, *OF_ASKING, *OF_COMING_IN, "phone.", "own."),
    "teach": (
        *OF_ASKING,
        *OF_COMING_IN,
        *("teach.", "error.teaching.", "error.bad_lesson", "error.bad_upload", "family.", "piece."),
        *("seats.local", "seats.open", "seats.qr"),
    ),
    "simulator": (
        *OF_ENTERING,
        *OF_ASKING,
        *OF_COMING_IN,
        *OF_READING,
        "hands.",
        "city.hands.",
        "surface.",
        "panel.",
        "error.bad_handling",
    ),
    "host": (
        *OF_ENTERING,
        *OF_ASKING,
        *OF_COMING_IN,
        *OF_READING,
        *("host.", "camera_phone.", "seats.", "tls.", "reading.keep", "reading.other_piece"),
        *("memory.", "error.bad_place", "fault.strip_", "fault.pin_", "fault.clock_", "part.strip"),
        *("reading.which", "teach.my_board", "teach.square", "teach.turn", "error.teaching.", "piece."),
    ),
    "mosaics": (
        *OF_ASKING,
        *OF_COMING_IN,
        *("mosaic.", "page.mosaics", "teach.corner", "teach.pack", "teach.take_up", "teach.delete"),
        *("error.teaching.", "error.bad_lesson", "error.bad_upload"),
    ),
    "machine": (
        *OF_ASKING,
        *OF_COMING_IN,
        *(
            "machine.",
            "network.",
            "parts.",
            "log.",
            "error.bad_act",
            "error.bad_release",
            "error.bad_wifi",
        ),
        *(
            "error.no_keeper",
            "error.release_",
            "error.no_list",
            "error.no_release_",
            "error.update_on",
        ),
        *("error.network_busy", "error.no_radio", "error.no_such_part", "error.game_is_on"),
    ),
    "photographs": (
        *OF_ASKING,
        *OF_COMING_IN,
        *("photographs.", "page.photographs", "error.teaching.", "error.bad_lesson", "error.bad_upload"),
    ),
    "phonecamera": (*OF_ASKING, *OF_COMING_IN, "lens.", "page.phonecamera", "error.camera_taken"),
    "camera": (
        *OF_ASKING,
        *OF_READING,
        "camera_set.",
        *("camera_phone.", "tls.", "seats.open", "seats.qr"),
        *(
            "reading.all_",
            "reading.keep",
            "reading.log_in",
            "reading.no_token",
            "reading.other_piece",
            "reading.own_set",
        ),
        *("reading.cut_off", "reading.tap", "reading.title", "reading.which"),
        *("reading.keys", "reading.nothing_here", "teach.my_", "teach.square", "teach.turn"),
        *("teach.die", "teach.token", "error.teaching.", "piece."),
    ),
}
"""Texts whose codes begin like this are needed on these pages only: no other page brings them."""
OF_LATER = {
    "evening": (
        *("set_up.", "start.", "option.", "choice.", "end.", "evening.", "share.", "manage.", "strip."),
        "error.bad_strip",
        *("error.name_taken", "error.are_two", "error.cannot_leave", "error.cannot_come_in"),
        *("error.game_is_on", "error.not_to_reopen", "error.bad_player", "error.no_such_game"),
    )
}
"""Texts of the files that are fetched later, if their codes do not begin with the file's name; and how
each game ended."""
ALSO = "texts.json"
"""In a game's folder of scripts, if it has any: beginnings of the codes of other texts that only it
needs."""
GAMES = Path(__file__).parents[1] / "static" / "js" / "games"
FOLDER = Path(__file__).parents[1] / "po"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return all texts of a language by their code."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        entries = read_po(file, locale=language, abort_invalid=True)
    unbroken = _unbroken if language == "fr" else str
    return {str(entry.id): unbroken(str(entry.string)) for entry in entries if entry.id}


def _unbroken(text: str) -> str:
    """Return a French text with spaces before its signs at which no line is broken."""
    return re.sub(r"(?<=«) | (?=[:;?!»])", "\N{NO-BREAK SPACE}", text)


def texts_of(language: str, name: str) -> Mapping[str, str]:
    """Return the texts of a game, or of a file that is fetched later: its own, and those of its
    refusals."""
    starts = _starts(name)
    return {code: text for code, text in catalogue(language).items() if code.startswith(starts)}


def first_texts(language: str, later: Iterable[str], page: str) -> Mapping[str, str]:
    """Return the texts that a page needs at once: all but those that come ``later``, or elsewhere."""
    few = tuple(start for starts in OF_FEW_PAGES.values() for start in starts)
    fetched = tuple(start for name in later for start in _starts(name))
    left_out, own = (*fetched, *few), OF_FEW_PAGES.get(page, ())
    return {
        code: text
        for code, text in catalogue(language).items()
        if code.startswith(own) or not code.startswith(left_out)
    }


def _starts(name: str) -> tuple[str, ...]:
    """Return the beginnings of the codes of texts that come with this game, or with this file that is
    fetched later."""
    if name in OF_LATER:
        return *OF_LATER[name], *(f"{game}.over." for game in names())
    return f"{name}.", f"error.{name}.", *_also(name)


@cache
def _also(name: str) -> tuple[str, ...]:
    file = GAMES / name / ALSO
    return tuple(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def chosen_language() -> str:
    """Return the request's language: from ``?lang=``, else the cookie, else the browser's preference."""
    for wish in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return wish
    preferred = (wish.partition("-")[0].lower() for wish in request.accept_languages.values())
    return next((language for language in preferred if language in LANGUAGES), "en")


def keep_language(response: Response) -> Response:
    """Let the browser remember a language chosen by ``?lang=``."""
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, request.args["lang"], max_age=COOKIE_LIFE_S, samesite="Lax")
    return response

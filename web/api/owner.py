"""The settings at the table: the game's time and set-up, advice, the hourglass and its LED strip, the
camera."""

from typing import Any

from msgspec import UNSET

from companion.errors import BadStrip, IllegalMove, JournalError, NotAllowed
from companion.table.service import Table
from companion.table.shapes.box import PartsShape
from web.addresses import Addresses, AlikeAddresses, Answer, Asked
from web.answers import Done
from web.api.done import DONE, done
from web.bodies.table import (
    AdviceShown,
    AsksPart,
    CameraSet,
    GlassShows,
    Measuring,
    Running,
    SetUpShown,
    StripSet,
)


def add_owner(api: Addresses, table: Table) -> None:
    """Add the addresses."""
    owner = api.alike("/v1", DONE, JournalError)
    _add_parts(owner, table)
    _add_time(owner, table)
    _add_glass(owner, table)
    _add_camera(owner, table)


def _add_parts(owner: AlikeAddresses, table: Table) -> None:
    """Add the addresses at which the voting box's parts are tried one by one."""
    answer = Answer("the parts, and what the one does that is tried", PartsShape)

    @owner.get("/parts", "The voting box's parts, and the one that is tried", who="host", answer=answer)
    def parts(_: Asked[None]) -> PartsShape:
        return table.parts.shape()

    @owner.post(
        "/parts",
        "Try a part while no game is on: a lamp is lit, the buzzer sounds, a key is awaited",
        who="host",
        body=AsksPart,
        answer=answer,
        errors=(IllegalMove,),
    )
    def try_part(asked: Asked[AsksPart]) -> PartsShape:
        table.parts.ask(asked.body.part)
        return table.parts.shape()


def _add_time(owner: AlikeAddresses, table: Table) -> None:
    """Add the addresses of the game's time, of its set-up and of advice."""

    @owner.change(
        "/timer",
        "Let the game's time run on, or pause it",
        Running,
        NotAllowed,
        IllegalMove,
        who="player",
    )
    def timer(asked: Asked[Running]) -> Done:
        table.run_timer(asked.caller.role, asked.body.running)
        return done(table, asked)

    @owner.post(
        "/set_up",
        "Show how the game that is about to begin is set up, or say that all is ready",
        who="player",
        body=SetUpShown,
        answer=DONE,
        errors=(NotAllowed, IllegalMove),
    )
    def set_up(asked: Asked[SetUpShown]) -> Done:
        table.set_up.show(asked.caller.role, shown=asked.body.shown)
        return done(table, asked)

    @owner.change("/advice", "Tell all players odds and advice, or nobody", AdviceShown)
    def advice(asked: Asked[AdviceShown]) -> Done:
        table.owner.show_advice(shown=asked.body.shown)
        return done(table, asked)


def _add_glass(owner: AlikeAddresses, table: Table) -> None:
    """Add the addresses of the hourglass."""

    @owner.change("/glass", "Say what the hourglass is shown with", GlassShows)
    def glass(asked: Asked[GlassShows]) -> Done:
        table.owner.show_glass_with(asked.body.shows)
        return done(table, asked)

    @owner.change("/strip", "Set the strip of lamps on which the glass is shown", StripSet, BadStrip)
    def strip(asked: Asked[StripSet]) -> Done:
        table.owner.set_strip(_said(asked.body))
        return done(table, asked)

    @owner.change(
        "/glass/measure",
        "Measure the players' own hourglass by two presses, here or on the box",
        Measuring,
        IllegalMove,
    )
    def measure(asked: Asked[Measuring]) -> Done:
        table.owner.measure_glass(asked.body.do)
        return done(table, asked)


def _add_camera(owner: AlikeAddresses, table: Table) -> None:
    """Add the addresses of the camera."""

    @owner.change(
        "/camera",
        "Set the camera: how its picture is turned, its size, the mains its lamps hang on",
        CameraSet,
    )
    def camera(asked: Asked[CameraSet]) -> Done:
        table.looking.set_camera(_said(asked.body))
        return done(table, asked)


def _said(body: CameraSet | StripSet) -> dict[str, Any]:
    """Return the fields that were not left out."""
    said = {name: getattr(body, name) for name in body.__struct_fields__}
    return {name: value for name, value in said.items() if value is not UNSET}

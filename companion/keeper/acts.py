"""The fixed list of what the keeper does, each asked for by its name: nothing else is understood."""

from typing import Literal

import msgspec
from msgspec import Struct

from companion.errors import BadAct
from companion.keeper.shapes import MachineShape

MOST_ASKED_BYTES = 4096


class Look(Struct, tag_field="act", tag="look", forbid_unknown_fields=True, frozen=True):
    """Tell what runs, and how updates stand."""


class Update(Struct, tag_field="act", tag="update", forbid_unknown_fields=True, frozen=True):
    """Try another release: of this file, or the newest of the list that the owner named."""

    file: str | None = None


class Restart(Struct, tag_field="act", tag="restart", forbid_unknown_fields=True, frozen=True):
    """Start the machine anew."""


class PowerOff(Struct, tag_field="act", tag="power_off", forbid_unknown_fields=True, frozen=True):
    """Switch the machine off."""


class TimeZone(Struct, tag_field="act", tag="time_zone", forbid_unknown_fields=True, frozen=True):
    """Set the machine's time zone, by its name: ``Europe/Prague``."""

    zone: str


Act = Look | Update | Restart | PowerOff | TimeZone
Name = Literal["update", "restart", "power_off", "time_zone"]
"""The acts that change something."""


class Refusal(Struct, frozen=True):
    """Why an act was not done, as an error of ours is told."""

    code: str
    message: str
    hint: str
    reason: str = ""
    params: dict[str, str | int] = {}


class Reply(Struct, frozen=True):
    """What the keeper answers: how things stand, or why not."""

    machine: MachineShape | None = None
    refused: Refusal | None = None


def asked_for(line: bytes) -> Act:
    """Return the act that a line asks for. Raises ``BadAct``."""
    if len(line) > MOST_ASKED_BYTES:
        raise BadAct("that is longer than any act", hint="A file is named by its path.")
    try:
        act: Act = msgspec.json.decode(line, type=Act)
    except msgspec.MsgspecError as error:
        raise BadAct(
            f"that is no act of the keeper: {error}",
            hint="There are look, update, restart, power_off and time_zone.",
        ) from error
    return act

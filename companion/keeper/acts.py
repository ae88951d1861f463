"""The fixed list of what the keeper does, each asked for by its name: nothing else is understood."""

from typing import Literal, get_args

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
    """Start the machine again."""


class PowerOff(Struct, tag_field="act", tag="power_off", forbid_unknown_fields=True, frozen=True):
    """Switch the machine off."""


class TimeZone(Struct, tag_field="act", tag="time_zone", forbid_unknown_fields=True, frozen=True):
    """Set the machine's time zone, by its name: ``Europe/Prague``."""

    zone: str


class Join(Struct, tag_field="act", tag="join", forbid_unknown_fields=True, frozen=True):
    """Join a wireless network. Written down anywhere, the act tells neither name nor password."""

    network: str
    password: str = ""

    def __repr__(self) -> str:
        return "Join(…)"


class OwnNetwork(Struct, tag_field="act", tag="own_network", forbid_unknown_fields=True, frozen=True):
    """Open the table's own network, and leave it open."""


class LookAround(Struct, tag_field="act", tag="look_around", forbid_unknown_fields=True, frozen=True):
    """Look which networks are in the air."""


class Log(Struct, tag_field="act", tag="log", forbid_unknown_fields=True, frozen=True):
    """Tell the newest lines of the log, without what is secret."""


Act = Log | Look | Update | Restart | PowerOff | TimeZone | Join | OwnNetwork | LookAround
Name = Literal["update", "restart", "power_off", "time_zone", "join", "own_network", "look_around"]
"""The acts that change something."""


class Refusal(Struct, frozen=True):
    """Why an act was not done, as an error of ours is told."""

    code: str
    message: str
    hint: str
    reason: str = ""
    params: dict[str, str | int] = {}


class Reply(Struct, frozen=True):
    """What the keeper answers: how things stand, or its log, or why not."""

    machine: MachineShape | None = None
    log: list[str] | None = None
    refused: Refusal | None = None


def parse_act(line: bytes) -> Act:
    """Return the act that a line asks for. Raises ``BadAct``."""
    if len(line) > MOST_ASKED_BYTES:
        raise BadAct("that is longer than any act", hint="A file is named by its path.")
    try:
        act: Act = msgspec.json.decode(line, type=Act)
    except msgspec.MsgspecError as error:
        raise BadAct(
            f"that is no act of the keeper: {error}",
            hint=f"There are look, log, {', '.join(get_args(Name))}.",
        ) from error
    return act

"""What the keeper tells of the machine, for the host alone."""

from typing import Literal, TypedDict

from companion.keeper.network.shapes import NetworkShape

UpdateDoing = Literal["fetching", "unpacking", "trying"]
Leaving = Literal["restarting", "powering_off"]
"""How the machine goes; its keeper goes with it."""


class UpdateEndedShape(TypedDict):
    """How the last update ended: ``kept``, or why not (``Why`` in ``trial.py``)."""

    version: str
    why: str


class MachineShape(TypedDict):
    """The machine that the table runs on, for the host.

    ``version``: of the release that runs; ``doing``: what an update is at (fetching, unpacking,
    trying), or that the machine is about to go, None: neither; ``ended``: how the last update ended;
    ``files``: releases on sticks that are put in; ``lists``: whether the owner has named a list of
    releases; ``zone``: its time zone, ``zones`` all that there are; ``network``: how it is in a
    network, None: it has no radio.
    """

    version: str
    doing: UpdateDoing | Leaving | None
    ended: UpdateEndedShape | None
    files: list[str]
    lists: bool
    zone: str
    zones: list[str]
    network: NetworkShape | None

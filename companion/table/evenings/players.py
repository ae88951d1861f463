"""Players, kept over evenings: name, colour, sign, and an id that never changes.

A player is known by the name at the seats. A new player comes from the first seat of that name: the id
is derived from that game and the seat, so that it is the same again if this file is lost.
"""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

from companion.errors import JournalError
from companion.table.shapes.values import JsonObject, MarkShape
from companion.table.storage.chapter import Opening
from companion.table.storage.codec import as_json, from_json
from companion.table.storage.files import make_folder, write_whole
from vision.given_files import json_of

_log = logging.getLogger(__name__)

PLAYERS: Final = "players.json"
"""The file in the evenings' folder."""
COLOURS: Final = 6
"""Number of colours, and of signs, that tell players apart (``hooks/drawing.py``)."""
SPACE: Final = UUID("6d0f3c1e-6f0a-5a57-8d25-1f3c4f5b7a10")
"""The namespace from which all ids made here are derived."""


@dataclass(frozen=True)
class KnownPlayer:
    """A person. ``colour`` and ``sign`` count from 1."""

    id: str
    name: str
    colour: int
    sign: int


class KnownPlayers:
    """Everybody who has played here, in the order of their first game. ``folder``: None if nothing is
    kept."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder and folder / PLAYERS
        self._all: dict[str, KnownPlayer] = {one.name: one for one in _read(self._path)}

    def __contains__(self, name: str) -> bool:
        """Tell whether a player of that name is known."""
        return name in self._all

    def __iter__(self) -> Iterator[KnownPlayer]:
        """Go through them in the order of their coming."""
        return iter(tuple(self._all.values()))

    def move(self, folder: Path | None) -> None:
        """Keep them in another folder from now on; None: no longer keep them."""
        self._path = folder and folder / PLAYERS
        self._keep(self._all)

    def of_id(self, id_: str) -> KnownPlayer | None:
        """Return the player with that id; None if there is none."""
        return next((one for one in self._all.values() if one.id == id_), None)

    def meet(self, openings: Iterable[Opening]) -> None:
        """Add everybody who sits at the table and has an entry; written with the next change."""
        for opening in openings:
            for seat, name in enumerate(opening.seats, 1):
                if name not in self._all and name not in opening.nameless:
                    self._take_in(
                        str(uuid5(SPACE, f"{opening.number}/{opening.opened_at}/{seat}")), name
                    )

    def _take_in(self, id_: str, name: str) -> None:
        """Add a player; if the id is known under another name, the power failed during a renaming."""
        known = self.of_id(id_)
        if known is not None:
            self._all = {other: one for other, one in self._all.items() if one.id != id_}
            self._all[name] = replace(known, name=name)
            return
        number = len(self._all)
        sign = (number + number // COLOURS) % COLOURS + 1
        self._all[name] = KnownPlayer(id_, name, number % COLOURS + 1, sign)

    def keep(self) -> None:
        """Write them down. Raises JournalError."""
        self._keep(self._all)

    def put(self, player: KnownPlayer, instead_of: str | None = None) -> None:
        """Store a player as given now; ``instead_of``: the name before. Raises JournalError."""
        name = player.name if instead_of is None else instead_of
        self._keep(
            {
                (player.name if key == name else key): (player if key == name else one)
                for key, one in self._all.items()
            }
        )

    def drop(self, name: str) -> None:
        """Forget a player. Raises JournalError."""
        self._keep({key: one for key, one in self._all.items() if key != name})

    def _keep(self, those: Mapping[str, KnownPlayer]) -> None:
        """Hold and keep these. Raises JournalError, and then keeps its old value."""
        if self._path is not None:
            words: JsonObject = {"players": as_json([*those.values()])}
            try:
                make_folder(self._path.parent)
                write_whole(self._path, f"{json.dumps(words, ensure_ascii=False)}\n".encode())
            except OSError as error:
                raise JournalError(
                    f"players cannot be kept in {self._path.name}: {error.strerror}",
                    hint="Is the disk full, or is the folder read-only?",
                ) from error
        self._all = dict(those)

    def marks(self, seats: Sequence[str]) -> dict[str, MarkShape]:
        """Return each seat's colour and sign: a player's own if no other seat has it; guests get the
        rest."""
        known = [name for name in seats if name in self._all]
        wanted = {name: (self._all[name].colour, self._all[name].sign) for name in known}
        usual = {name: (place % COLOURS + 1,) * 2 for place, name in enumerate(seats)}
        marks: dict[str, MarkShape] = {}
        for name in (*known, *(name for name in seats if name not in self._all)):
            colour, sign = wanted.get(name, usual[name])
            marks[name] = {
                "colour": _free(colour, [mark["colour"] for mark in marks.values()]),
                "sign": _free(sign, [mark["sign"] for mark in marks.values()]),
            }
        return marks


def _free(wanted: int, taken: Sequence[int]) -> int:
    """Return the wanted mark, or the next free one; the wanted one if all are taken."""
    after = ((wanted - 1 + step) % COLOURS + 1 for step in range(COLOURS))
    return next((one for one in after if one not in taken), wanted)


def _read(path: Path | None) -> list[KnownPlayer]:
    """Return the players that are kept; none if there is no such file, or a damaged one."""
    try:
        said: Any = {"players": []} if path is None else json_of(path)
        return [from_json(KnownPlayer, one) for one in said["players"]]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        _log.warning("%s cannot be read; players are told from the games", PLAYERS)
        return []

"""The crypt's twelve parts, as an owner teaches those of his own copy."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import BadSetup
from companion.games.gruftmeister.crypt import built_in, ground_of
from companion.games.gruftmeister.faults import PARTS
from companion.table.plays.mosaic import Drawing, Mosaic
from companion.table.shapes.values import JsonObject


class CryptMosaic(Mosaic):
    """Things and doors are called as in our crypt: its pictures, words and stones are all there."""

    option = "crypt"
    parts = PARTS
    columns = 4
    rows = 3
    fields = 5

    def __init__(self) -> None:
        ours: Any = built_in("our_crypt")
        self._ours = ours
        self.legend = ours["legend"]
        keys = {f"{colour} key": 0 for colour in ours["colours"]}
        things = {**dict.fromkeys(ours["things"], 0), **keys}
        doors = {"open": 0, **dict.fromkeys(ours["doors"], 0)}
        known = {"chest": things, "coffin": things, "door": doors}
        self.counts = {kind: {**faces, **ours["stones"][kind]} for kind, faces in known.items()}

    def data(
        self,
        name: str,
        parts: Mapping[str, Drawing],
        layout: Sequence[Sequence[str]],
        counts: Mapping[str, Mapping[str, int]],
    ) -> JsonObject:
        """Return a crypt, as in ``companion.games.gruftmeister.crypt``."""
        drawn = {part: list(lines) for part, lines in parts.items()}
        stones = {kind: {face: n for face, n in faces.items() if n} for kind, faces in counts.items()}
        laid = [list(row) for row in layout]
        return {**self._ours, "name": name, "note": "", "parts": drawn, "layout": laid, "stones": stones}

    def faults(self, data: JsonObject) -> list[str]:
        """Return what is wrong with a crypt."""
        try:
            ground_of(data, None)
        except BadSetup as error:
            return [str(error)]
        return []


MOSAIC = CryptMosaic()

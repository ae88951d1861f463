"""Searching again only the parts of a picture that have changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.dice.finding.boxes import joined, pieces_round, scaled
from vision.dice.finding.top_faces import Box, TopFace


@dataclass(frozen=True, eq=False)
class PartialSearch:
    """A search of parts of a picture.

    ``places``: the parts to search, in px of the picture; ``known``: what was found elsewhere before.
    """

    places: Sequence[Box]
    known: Sequence[TopFace]

    def only(self, found: Sequence[TopFace]) -> list[TopFace]:
        """Return those whose centre lies in one of the places."""
        return [one for one in found if any(_lies_in(one, place) for place in self.places)]

    def pieces(self, times: int, size_wh: tuple[int, int]) -> list[Box]:
        """Return the pieces of the picture, halved this often, that show the places and a margin."""
        return joined(pieces_round([scaled(place, 0.5**times) for place in self.places], size_wh))


def _lies_in(one: TopFace, place: Box) -> bool:
    x, y = one.corners_px.mean(0).tolist()
    return bool(place[0] <= x <= place[2] and place[1] <= y <= place[3])

"""The examiner's results for one picture's candidates: each is examined once, however often it is asked
for."""

from collections.abc import Mapping, Sequence

from vision.dice.faces.examiner import Examined, FaceExaminer
from vision.dice.finding.top_faces import TopFace
from vision.pyramid import Pyramid


class FirstLooks:
    """The candidates of one ``picture``, each examined when first asked for.

    Without a known plane they are asked for several times: to find whether some are clearly dice, and
    what they are. For one thread, while the picture is being read. ``before``: those that were examined
    in an earlier picture, and are reused.
    """

    def __init__(
        self,
        examiner: FaceExaminer,
        picture: Pyramid,
        before: Mapping[TopFace, Examined] | None = None,
    ) -> None:
        self.picture = picture
        self._examiner = examiner
        self._examined = dict(before or {})

    def of(self, candidates: Sequence[TopFace]) -> list[Examined]:
        """Return the examiner's results for these."""
        new = [one for one in candidates if one not in self._examined]
        examined = self._examiner.examine(self.picture, [one.corners_px for one in new])
        self._examined.update(zip(new, examined, strict=True))
        return [self._examined[one] for one in candidates]

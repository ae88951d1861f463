"""A stand-in for the judge of pictures, for frames that are no camera's: sketches, and plain areas."""

from collections.abc import Iterable, Sequence

from vision.frame import ImageBgr
from vision.readings.reading import Reading, Unjudged


class Trusting:
    """Finds that everything can be judged."""

    parts: tuple[Unjudged, ...] = ()

    def blind_in(self, image_bgr: ImageBgr) -> tuple[Unjudged, ...]:
        del image_bgr
        return ()

    def doubted(self, image_bgr: ImageBgr, readings: Iterable[Reading]) -> tuple[Unjudged, ...]:
        del image_bgr, readings
        return ()

    def why_unsure(self, image_bgr: ImageBgr) -> tuple[Unjudged, ...]:
        del image_bgr
        return ()

    def is_good_again(self, image_bgr: ImageBgr) -> bool:
        del image_bgr
        return True

    def learn(self, image_bgr: ImageBgr, readings: Sequence[Reading]) -> None:
        pass

"""What is the same in the folders of all taught sets, be they of dice, boards or tokens.

A set's folder is known by the file that describes it. ``samples/LABEL/`` holds pictures of each piece. A
person may delete samples, add others (PNG or JPEG, of any size), or rename a label (its folder and its
name in the file). Anything that does not fit together is reported, never left out silently.
"""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import unquote

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadSet, UnknownSet
from vision.frame import ImageBgr
from vision.given_files import json_of
from vision.labels import as_file
from vision.sets.files import read_picture, sample_files, write_picture
from vision.sets.folders import MISSHAPEN, check_labels, misshapen, written_whole

BUILT_IN = Path(__file__).parent


@dataclass(frozen=True, eq=False)
class Sample:
    """A picture of a piece, of its kind's size; ``name`` is its file's stem, and begins with its
    photograph's."""

    label: str
    crop_bgr: ImageBgr
    name: str = ""

    @property
    def photo(self) -> str:
        """The photograph it was cut from."""
        return self.name.split(" ")[0]


class TaughtSet(Protocol):
    """A set of any kind."""

    @property
    def name(self) -> str:
        """The name of its folder."""

    @property
    def names(self) -> tuple[str, ...]:
        """The labels that its pieces bear."""

    @property
    def samples(self) -> tuple[Sample, ...]:
        """Pictures of each."""


SetT = TypeVar("SetT", bound=TaughtSet)


@dataclass(frozen=True)
class Content:
    """What a set's folder holds.

    ``samples``: by their folder's name; ``pictures``: by their file's, None if there is none.
    """

    description: Mapping[str, object]
    samples: Mapping[str, Sequence[Sample]]
    pictures: Mapping[str, NDArray[np.uint8] | None] = field(default_factory=dict)


@dataclass(frozen=True)
class SetKind(Generic[SetT]):
    """The folders of one kind's sets.

    ``read`` and ``content``: a set from its folder, and what is written of it. ``file``: describes the
    set; ``about``: what it tells a person who opens it; ``called``: the word for such a set;
    ``as_crop``: brings a picture to the size of samples. ``mend``, ``elsewhere``, ``renamed`` and
    ``again`` say what to do: if the description is malformed, if there is no such set, if samples have a
    label that it does not name, and if a label has no samples.
    """

    read: Callable[[Path], SetT]
    content: Callable[[SetT], Content]
    file: str
    called: str
    about: str
    as_crop: Callable[[ImageBgr], ImageBgr]
    mend: str
    again: str
    renamed: str = ""
    elsewhere: str = ""
    least_side_px: int = 1

    def is_in(self, folder: Path) -> bool:
        """Tell whether a folder holds such a set."""
        try:
            return (folder / self.file).is_file()
        except (OSError, ValueError):  # a name that no folder can have
            return False

    def built_in(self) -> list[str]:
        """Return the names of the built-in sets."""
        return sorted(path.parent.name for path in BUILT_IN.glob(f"*/{self.file}"))

    def find(self, name_or_folder: str | Path) -> Path:
        """Return the folder of a built-in set, by its name, or the given one. Raises ``UnknownSet``."""
        for folder in (Path(name_or_folder), BUILT_IN / str(name_or_folder)):
            if self.is_in(folder):
                return folder
        usual = f"Built in: {', '.join(self.built_in())}; else give a folder with a {self.file}."
        raise UnknownSet(f"no {self.called} {str(name_or_folder)!r}", hint=self.elsewhere or usual)

    def load(self, name_or_folder: str | Path) -> SetT:
        """Return a built-in set, by its name, or the one in a folder.

        Raises ``UnknownSet`` when there is none, ``BadSet`` when the folder is broken.
        """
        return self.read(self.find(name_or_folder))

    @contextmanager
    def described(self, folder: Path) -> Iterator[Any]:
        """Yield a set's description. Raises ``BadSet`` if it, or what is made of it, is malformed."""
        path = folder / self.file
        try:
            yield json_of(path)
        except MISSHAPEN as error:
            raise BadSet(f"{path}: {misshapen(error)}", hint=self.mend) from error

    def samples_in(self, folder: Path) -> tuple[Sample, ...]:
        """Return the samples of a folder of labels. Raises ``BadSet``."""
        return tuple(map(self._sample, sample_files(folder)))

    def _sample(self, file: Path) -> Sample:
        crop = self.as_crop(read_picture(file, least_side_px=self.least_side_px))
        return Sample(unquote(file.parent.name), crop, unquote(file.stem))

    def check(
        self, folder: Path, named: set[str], samples: Sequence[Sample], *, may_be_bare: bool = False
    ) -> None:
        """Raise ``BadSet`` if names and samples do not fit together; ``may_be_bare``: a label needs no
        samples."""
        shown = {sample.label for sample in samples}
        strangers, bare = ", ".join(sorted(shown - named)), ", ".join(sorted(named - shown))
        if strangers:
            raise BadSet(
                f"{folder}: samples of {strangers}, which {self.file} does not name",
                hint=self.renamed
                or f"What is renamed is renamed in both: its folder and in {self.file}.",
            )
        if bare and not may_be_bare:
            raise BadSet(f"{folder}: no samples of {bare}, which can never be read so", hint=self.again)

    def save(self, taught: SetT, folder: Path) -> None:
        """Write a set to a folder, whole or not at all; other files in it stay.

        A file of the earlier set that shows a sample already is kept: perhaps it was put in by hand, and
        is larger. Raises ``BadSet``.
        """
        content = self.content(taught)
        shown = (sample.label for part in content.samples.values() for sample in part)
        check_labels((*taught.names, *shown))
        description = {"about": self.about, **content.description}
        text = json.dumps(description, indent=2, ensure_ascii=False)
        with written_whole(folder, (self.file, *content.samples, *content.pictures)) as new:
            (new / "samples").mkdir()
            for part, samples in content.samples.items():
                for number, sample in enumerate(samples):
                    self._write_sample(sample, number, folder / part, new / part)
            for name, picture in content.pictures.items():
                if picture is not None:
                    write_picture(new / name, picture)
            (new / self.file).write_text(text + "\n", encoding="utf-8")

    def _write_sample(self, sample: Sample, number: int, before: Path, new: Path) -> None:
        label, name = as_file(sample.label), sample.name or f"{number:03d}"
        earlier = self._earlier(before / label, name, sample.crop_bgr)
        if earlier is None:
            write_picture(new / label / f"{as_file(name)}.png", sample.crop_bgr)
        else:
            (new / label).mkdir(parents=True, exist_ok=True)
            shutil.copy2(earlier, new / label)

    def _earlier(self, place: Path, name: str, crop_bgr: ImageBgr) -> Path | None:
        """Return the file of an earlier set with the same content; None if there is none."""
        for path in place.glob("*") if place.is_dir() else ():
            with suppress(BadSet):
                is_named_so = unquote(path.stem) == name and path.is_file()
                if is_named_so and np.array_equal(self._sample(path).crop_bgr, crop_bgr):
                    return path
        return None


def shrunk_to(side_px: int) -> Callable[[ImageBgr], ImageBgr]:
    """Return what brings a picture to a square of that side, whatever its shape."""

    def shrink(image_bgr: ImageBgr) -> ImageBgr:
        if image_bgr.shape[:2] == (side_px, side_px):
            return image_bgr
        small = cv2.resize(image_bgr, (side_px, side_px), interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8)

    return shrink

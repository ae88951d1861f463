"""For pytest, in the tree: lets the real Picamera2 class use a camera that has less than a Pi's."""

import sys
import time
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np

FRAME_S = 1 / 15


def pytest_configure() -> None:
    """Give it what only Raspberry Pi OS ships, and what this camera lacks."""
    preview: Any = ModuleType("pykms")  # draws on a screen that is not asked for
    preview.PixelFormat = preview.Card = preview.ResourceManager = MagicMock()
    sys.modules["pykms"] = preview
    import libcamera
    import picamera2.picamera2 as library
    from picamera2 import MappedArray
    from picamera2.allocators import LibcameraAllocator

    def modes(camera: Any) -> list[dict[str, Any]]:
        """Return what it can give; it has no raw pictures, of which Picamera2 makes this list."""
        found = camera.camera.generate_configuration([libcamera.StreamRole.VideoRecording]).at(0)
        return [
            {"format": str(kind), "size": (size.width, size.height)}
            for kind in found.formats.pixel_formats
            for size in found.formats.sizes(kind)
        ]

    def begin(camera: Any, *args: Any, **named: Any) -> None:
        usual(camera, *args, **named)
        camera.allocator = LibcameraAllocator(camera.camera)
        camera.pre_callback = expose

    rng = np.random.default_rng(1)

    def expose(request: Any) -> None:
        """Take a picture's time, and give it a sensor's noise: the same few come again and again."""
        time.sleep(FRAME_S)
        with MappedArray(request, "main", reshape=False) as mapped:
            picture = mapped.array
            picture ^= rng.integers(0, 4, picture.shape, dtype=np.uint8)
            del picture  # else the memory could not be let go of

    usual = library.Picamera2.__init__
    library.DmaAllocator = lambda: None  # it wants a Pi's memory for pictures
    library.Picamera2.__init__ = begin
    library.Picamera2._get_raw_modes = modes

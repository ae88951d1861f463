"""A small trained network, run by OpenCV."""

from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray


class Network:
    """An ONNX file under a lock: OpenCV's networks keep their buffers and serve one caller at a time."""

    def __init__(self, path: Path) -> None:
        # OpenCV 5 has two engines of its own; the older one is faster on networks as small as ours.
        classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        self._net = cv2.dnn.readNetFromONNX(str(path), *([] if classic is None else [classic]))
        self._lock = Lock()

    def __call__(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the network's outputs for ``blob``, both with the batch as first axis."""
        with self._lock:
            self._net.setInput(blob)
            return np.array(self._net.forward(), np.float32)

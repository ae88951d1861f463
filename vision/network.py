"""A small trained network, run by ONNX Runtime."""

import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

AS_REQUESTED = 1
"""The memory shared by all networks grows by the missing amount, not to the next power of two: with
pictures of many sizes this saves 4 MB."""
FIRST_BYTES, ANY_WASTE = 1 << 20, -1
"""First allocation of that memory, and ONNX Runtime's default for the amount of it that may be
unused."""
ERRORS_ONLY = 3
"""Log level of the terminal: no warnings."""


class Network:
    """An ONNX file. Safe to call from several threads.

    It computes in one thread, which leaves a Raspberry Pi's other cores to the camera, the buttons and
    the page. Other Python threads run meanwhile.
    """

    def __init__(self, path: Path) -> None:
        onnxruntime = _silent_runtime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = ERRORS_ONLY
        # Otherwise it would keep the memory for every size of picture, and there are many sizes.
        options.enable_mem_pattern = False
        options.add_session_config_entry("session.use_env_allocators", "1")
        self._session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = [one.name for one in self._session.get_inputs()]

    def __call__(self, *blobs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the network's outputs for its inputs, all with the batch as first axis."""
        given = dict(zip(self._inputs, blobs, strict=True))
        outputs: NDArray[np.float32] = self._session.run(None, given)[0]
        return outputs


@cache
def _silent_runtime() -> Any:
    """Load ONNX Runtime, only here, with its telemetry off.

    Some of its builds contact a host of their maker when they are loaded, and keep an id of the machine
    in the user's cache. From version 1.29 on an environment variable forbids that; in earlier versions
    only the Windows builds did it, and a call forbids it. All networks of this process take their memory
    from one place.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    onnxruntime.create_and_register_allocator(
        onnxruntime.OrtMemoryInfo(
            "Cpu",
            onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR,
            0,
            onnxruntime.OrtMemType.DEFAULT,
        ),
        onnxruntime.OrtArenaCfg(0, AS_REQUESTED, FIRST_BYTES, ANY_WASTE),
    )
    return onnxruntime

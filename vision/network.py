"""A small trained network, run by ONNX Runtime."""

import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

AS_REQUESTED = 1
"""The memory that all networks share grows by what is lacking, not to the next power of two: of
pictures of many sizes that saves 4 MB."""
FIRST_BYTES, ANY_WASTE = 1 << 20, -1
"""What is fetched first of that memory, and ONNX Runtime's own choice of how much may lie idle in it."""
ERRORS_ONLY = 3
"""What is written to the terminal: no warnings."""


class Network:
    """An ONNX file. Safe to call from several threads.

    It computes in one thread, so that a Raspberry Pi's other processors are left to the camera, the
    buttons and the page. Other Python threads run meanwhile.
    """

    def __init__(self, path: Path) -> None:
        onnxruntime = _silent_runtime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = ERRORS_ONLY
        # It would keep what every size of picture needed, and there are many sizes.
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
    """Load ONNX Runtime, the only place where it is: it tells nobody of us.

    Its builds ask for a host of their maker at their load, and keep an id of the machine in the user's
    cache. From 1.29 on they look into the environment whether they may; before that only those for
    Windows told anything, and are asked by a call. All networks of this process take their memory from
    one place.
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

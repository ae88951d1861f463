"""Nine dice on the mat in a 1640 x 1232 frame: time of each stage against decoding that frame."""

from threading import Event
from time import process_time

import cv2
import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.readers.dice import DiceReader
from vision.sets import load
from vision.simulation.table import SimulatedTable

ROUNDS = 9


@pytest.mark.bench
def test_nine_dice_with_markers_against_decoding() -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=4, size_wh=(1640, 1232))
    table.throw(count=9)
    clock.wait(Event(), table.busy_until + 0.5)
    coded = cv2.imencode(".jpg", table.render(clock.now()), [cv2.IMWRITE_JPEG_QUALITY, 96])[1]
    reader = DiceReader(load("carcassonne"))
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    decode, read, stages = [], [], []
    for _ in range(ROUNDS):
        began = process_time()
        image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        decode.append(process_time() - began)
        began = process_time()
        reading = reader.read(image)
        read.append(process_time() - began)
        stages.append(dict(reading.stages_ms))
    cv2.setNumThreads(threads)
    decode_ms, read_ms = 1000 * float(np.median(decode)), 1000 * float(np.median(read))
    print(f"decode {decode_ms:.1f} ms, read {read_ms:.1f} ms, ratio {read_ms / decode_ms:.2f}")
    print({stage: round(float(np.median([ms[stage] for ms in stages])), 1) for stage in stages[0]})
    print(f"{len(reading.dice)} dice, markers {reading.has_markers}")

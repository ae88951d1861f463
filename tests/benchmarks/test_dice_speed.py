"""Nine dice, on the mat and without: time of each stage against decoding, memory of the process."""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from threading import Event
from time import process_time

import cv2
import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.dice.live import LiveDiceReader
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.workshop.simulation.table import SimulatedTable

WARMING, ROUNDS = 3, 40
MOST_MB = 160
SIZE_WH, LARGE_WH = (1640, 1232), (4056, 3040)
ALONE = """
import json, pathlib, sys
import cv2
cv2.setNumThreads(1)
from vision.picture_files import load_picture
from vision.dice.reader import DiceReader
from vision.dice.sets import load
reader = DiceReader(load("carcassonne"))
for _ in range(3):
    reading = reader.read(load_picture(pathlib.Path(sys.argv[1])))
status = pathlib.Path("/proc/self/status").read_text()
peak_kb = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
print(json.dumps([len(reading.dice), reading.has_markers, peak_kb / 1024, dict(reading.stages_ms)]))
"""
"""What a process of its own does: read a photograph three times, print its greatest memory (MB)."""


def nine_dice(size_wh: tuple[int, int], *, mat: bool = True) -> ImageBgr:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=4, size_wh=size_wh, mat=mat)
    table.throw(count=9)
    clock.wait(Event(), table.busy_until + 0.5)
    return table.render(clock.now())


@pytest.mark.bench
@pytest.mark.parametrize("size_wh", [SIZE_WH, LARGE_WH])
@pytest.mark.parametrize("mat", [True, False])
def test_nine_dice_against_decoding(size_wh: tuple[int, int], mat: bool) -> None:
    coded = cv2.imencode(".jpg", nine_dice(size_wh, mat=mat), [cv2.IMWRITE_JPEG_QUALITY, 96])[1]
    reader = DiceReader(load("carcassonne"))
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    decode_ms, read_ms, stages = [], [], []
    for _ in range(WARMING + ROUNDS):
        began = process_time()
        image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        decoded = process_time()
        reading = reader.read(image)
        read_ms.append(1000 * (process_time() - decoded))
        decode_ms.append(1000 * (decoded - began))
        stages.append(dict(reading.stages_ms))
        # While the picture before is held, decoding must fetch fresh memory and the ratio is flattered.
        del image
    cv2.setNumThreads(threads)
    del decode_ms[:WARMING], read_ms[:WARMING], stages[:WARMING]
    ratios = sorted(read / decode for read, decode in zip(read_ms, decode_ms, strict=True))
    print(
        f"decode {median(decode_ms):.1f} ms, read {median(read_ms):.1f} ms of processor time, n {ROUNDS}"
    )
    tenth = ROUNDS // 10
    print(f"ratio {median(ratios):.2f}, eight of ten {ratios[tenth]:.2f} to {ratios[-1 - tenth]:.2f}")
    least = {stage: round(min(ms[stage] for ms in stages), 1) for stage in stages[0]}
    print("stages, ms by the wall clock:", least)
    print(f"{size_wh}: {len(reading.dice)} dice, markers {reading.has_markers}")


@pytest.mark.bench
@pytest.mark.parametrize("mat", [True, False])
def test_a_second_look_at_a_live_table(mat: bool) -> None:
    """Nothing has changed, but for the camera's noise, since the table was read twice."""
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=4, size_wh=SIZE_WH, mat=mat)
    table.throw(count=9)
    clock.wait(Event(), table.busy_until + 0.5)
    reader = LiveDiceReader(load("carcassonne"))
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    ratios = []
    for _ in range(WARMING + ROUNDS):
        coded = cv2.imencode(".jpg", table.render(clock.now()), [cv2.IMWRITE_JPEG_QUALITY, 96])[1]
        began = process_time()
        image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        decoded = process_time()
        reading = reader.read(image)
        ratios.append((process_time() - decoded) / (decoded - began))
        del image
    cv2.setNumThreads(threads)
    ratios = sorted(ratios[WARMING:])
    tenth = ROUNDS // 10
    print(f"a second look, {len(reading.dice)} dice, markers {reading.has_markers}, n {ROUNDS}:")
    print(f"ratio {median(ratios):.2f}, eight of ten {ratios[tenth]:.2f} to {ratios[-1 - tenth]:.2f}")


@pytest.mark.bench
@pytest.mark.parametrize("surface", ["wood_pale", "white", "patterned", "dark", "felt"])
def test_an_empty_table_of_12_megapixels(surface: str) -> None:
    """Without markers nothing says how large a die would be: every size is looked through."""
    table = SimulatedTable(SteppedClock(), seed=3, size_wh=LARGE_WH, mat=False, surface=surface)
    coded = cv2.imencode(".jpg", table.render(0.0), [cv2.IMWRITE_JPEG_QUALITY, 96])[1]
    reader = DiceReader(load("carcassonne"))
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    times = []
    for _ in range(3):
        began = process_time()
        image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        decoded = process_time()
        reading = reader.read(image)
        times.append((process_time() - decoded, decoded - began))
    cv2.setNumThreads(threads)
    read_s, decode_s = min(times)
    print(f"empty {surface}: read {read_s:.2f} s, {read_s / decode_s:.1f} times the decoding")
    print(f"  surely empty {reading.sure and reading.is_empty}, doubts {reading.doubts}")


@pytest.mark.bench
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc/self/status")
@pytest.mark.parametrize("size_wh", [SIZE_WH, LARGE_WH])
@pytest.mark.parametrize("mat", [True, False])
def test_memory_of_a_process_that_reads(tmp_path: Path, size_wh: tuple[int, int], mat: bool) -> None:
    photo = tmp_path / "table.jpg"
    cv2.imwrite(str(photo), nine_dice(size_wh, mat=mat), [cv2.IMWRITE_JPEG_QUALITY, 96])
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(photo)], capture_output=True, check=True, text=True
    )
    dice, has_markers, peak_mb, stages_ms = json.loads(done.stdout)
    print(f"{size_wh}: {dice} dice, markers {has_markers}, at most {peak_mb:.0f} MB (aim {MOST_MB})")
    print("stages, ms by the wall clock:", {stage: round(ms, 1) for stage, ms in stages_ms.items()})

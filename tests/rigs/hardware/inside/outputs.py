"""Lamps and buzzer by the hundred: whatever they were doing, off is off, and low stays low."""

from random import Random

from companion.devices.device import DARK, Lamp, Signals, Sound
from companion.devices.pin_box import BEEPS, PinBox
from tests.devices.rigs import PIN_MAP
from tests.rigs.hardware.chip import ChipRig
from tests.rigs.hardware.inside.conftest import Note

TIMES = 100
DIMMED_HZ_S = 0.02


def test_after_a_sound_the_buzzer_s_pin_is_low(rig: ChipRig, box: PinBox, note: Note) -> None:
    rng, low = Random(7), 0
    sounds: list[Sound] = ["tick", "wrong", "end"]
    for number in range(TIMES):
        sound = sounds[number % 3]
        on_s, off_s, times = BEEPS[sound]
        rises = rig.rises("buzzer")
        box.show(Signals({}, sound))
        if number % 4 == 3:  # another one takes its place
            rig.wait(rng.uniform(0.0, on_s))
            box.show(Signals({}, "tick" if sound != "tick" else "wrong"))
        rig.wait(times * (on_s + off_s) + 1.0)
        box.show(DARK)
        assert rig.rises("buzzer") > rises
        low += not rig.is_on("buzzer")
    note("the buzzer's pin after its sound", f"low in {low} of {TIMES}")
    assert low == TIMES


def test_a_lamp_that_was_dimmed_or_blinked_is_dark_when_it_shall_be(
    rig: ChipRig, box: PinBox, note: Note
) -> None:
    rng, low = Random(8), 0
    for number in range(TIMES):
        shown: Lamp | float = "blinking" if number % 4 == 3 else rng.uniform(0.05, 0.95)
        box.show(Signals(dict.fromkeys(PIN_MAP.lamps, shown)))
        rig.wait(rng.uniform(0.0, 0.1))
        box.show(DARK)
        rig.wait(DIMMED_HZ_S)
        low += not any(rig.is_on(name) for name in PIN_MAP.lamps)
    note("all nine lamps after they were dimmed or blinked", f"dark in {low} of {TIMES}")
    assert low == TIMES


def test_closed_while_it_sounds_and_fades_everything_is_low(rig: ChipRig, note: Note) -> None:
    rng, low = Random(9), 0
    for number in range(TIMES):
        box = PinBox(PIN_MAP, rig.factory, rig.now)
        box.open(lambda: None)
        lamps: list[Lamp | float] = ["blinking", 0.3, "lit"]
        box.show(Signals(dict.fromkeys(PIN_MAP.lamps, lamps[number % 3]), "end"))
        rig.wait(rng.uniform(0.0, 0.05))
        box.close()
        rig.wait(DIMMED_HZ_S)
        low += not any(rig.is_on(name) for name in PIN_MAP.outputs)
    note("all ten outputs after closing in the middle", f"low in {low} of {TIMES}")
    assert low == TIMES

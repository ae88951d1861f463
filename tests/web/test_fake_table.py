"""The table that stands still takes what the real one takes."""

from inspect import Parameter, isfunction, signature

import pytest

from companion.devices.simulated_pins import SimulatedPanel
from companion.simulation.simulator import Simulator
from companion.table.access.newcomers import Newcomers
from companion.table.beside import Beside
from companion.table.evenings.desk import EveningsDesk
from companion.table.memory_desk import MemoryDesk
from companion.table.mosaics.mosaics import Mosaics
from companion.table.owner.owner import OwnerDesk
from companion.table.owner.parts import PartsCheck
from companion.table.sight.camera_phone import CameraPhone
from companion.table.sight.looking import Looking
from companion.table.sitting.set_up import SetUp
from companion.table.table import Table
from companion.table.teaching.teaching import Teaching
from tests.web import fake_table

PAIRS: dict[type, type] = {
    fake_table.FakeBeside: Beside,
    fake_table.FakeCameraPhone: CameraPhone,
    fake_table.FakeEvenings: EveningsDesk,
    fake_table.FakeHands: Simulator,
    fake_table.FakeLooking: Looking,
    fake_table.FakeMemory: MemoryDesk,
    fake_table.FakeMosaics: Mosaics,
    fake_table.FakeNewcomers: Newcomers,
    fake_table.FakeOwner: OwnerDesk,
    fake_table.FakePanel: SimulatedPanel,
    fake_table.FakeParts: PartsCheck,
    fake_table.FakeSetUp: SetUp,
    fake_table.FakeTable: Table,
    fake_table.FakeTeaching: Teaching,
}
OWN: dict[type, set[str]] = {fake_table.FakeTable: {"show", "tell"}}
"""What only tests ask of a fake."""


def taken(function: object) -> list[Parameter]:
    assert isfunction(function)
    return [each.replace(annotation=None) for each in signature(function).parameters.values()]


@pytest.mark.parametrize("fake", PAIRS, ids=lambda fake: fake.__name__)
def test_a_fake_takes_what_the_real_one_takes(fake: type) -> None:
    methods = {name: one for name, one in vars(fake).items() if isfunction(one) and name[0] != "_"}
    assert methods
    for name in methods.keys() - OWN.get(fake, set()):
        assert taken(methods[name]) == taken(getattr(PAIRS[fake], name)), name

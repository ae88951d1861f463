"""A small sample of ``make fuzz``: nothing that comes from outside is a traceback, a hang, or a 5xx."""

import logging
import warnings
from pathlib import Path
from random import Random

import pytest

from tests.rigs.fuzz.kinds import COUNTS, inputs_of
from tests.rigs.fuzz.watched import account

SAMPLES = {"api.api": 120, "kept_data.journals": 25, "pictures.pictures": 80, "commands.commands": 3}
SAMPLES |= {"seen.pictures": 60}  # three pictures, put to twenty readers each
USUAL_SAMPLE = 40


@pytest.mark.parametrize("kind", COUNTS)
def test_a_sample_of_generated_inputs_finds_nothing(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL + 1)
    inputs = inputs_of(kind)(Random(kind), tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # zipfile's, of names that stand twice
        made = account(kind, inputs, SAMPLES.get(kind, USUAL_SAMPLE))
    assert not made.wrong, list(made.traces.values())
    assert made.inputs > 0

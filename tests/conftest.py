"""What holds for every test: nothing is left running; the real photographs are found or missed aloud."""

import gc
import threading
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

REAL = Path(__file__).parents[2] / "shared" / "real"
ENDS_WITHIN_S = 20.0

with suppress(ModuleNotFoundError):  # the rigs' Linux has less than a developer
    from hypothesis import HealthCheck, settings

    # How long an example takes hangs on what else the machine does.
    settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("ours")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the collector of garbage away from what lives to the end: some ten thousand tests, and all
    modules. Otherwise it looks through all of it again and again, a tenth of the time and more."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Fail a test that leaves a thread of its own running."""
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(ENDS_WITHIN_S)
    still = [thread.name for thread in left if thread.is_alive()]
    assert not still, f"threads left running: {', '.join(still)}"


@pytest.fixture
def real_photographs() -> Path:
    """Return the folder of labelled real photographs; skip where it does not lie beside the checkout."""
    if not REAL.is_dir():
        pytest.skip("the labelled real photographs are not beside this checkout (../shared/real)")
    return REAL

"""What may import what, held in a clean interpreter; importing does no work."""

import ast
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import walk_packages

import pytest

HERE = Path(__file__).parents[1]
PACKAGES = ("companion", "vision", "web", "firmware_config")
HARDWARE = ("lgpio", "RPi", "picamera2", "libcamera", "smbus", "smbus2", "spidev")

LOADED = """
import json, sys
blocked = {blocked!r}
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in blocked:
            raise ModuleNotFoundError(name + " is blocked", name=name)
sys.meta_path.insert(0, Blocked())
before = set(sys.modules)
import importlib
for name in {modules!r}:
    importlib.import_module(name)
loaded = sorted(set(sys.modules) - before)
import threading
print(json.dumps({{"loaded": loaded, "threads": threading.active_count()}}))
"""

AUDITED = """
import sys, importlib
opened = []
def note(event, args):
    if event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        opened.append("writes " + str(args[0]))
    if event in ("socket.connect", "socket.bind", "subprocess.Popen", "os.mkdir", "sqlite3.connect"):
        opened.append(event + " " + str(args))
sys.dont_write_bytecode = True
for name in {others!r}:
    importlib.import_module(name)
sys.addaudithook(note)
for name in {modules!r}:
    importlib.import_module(name)
assert not opened, opened
"""


TRAINING = "vision.workshop.training"
"""Where the networks were made. It needs the dependency group ``train``; nothing at the table does."""


def modules_of(package: str) -> list[str]:
    """Return every module of ours below a package, itself included, but for where networks were made."""
    path = HERE / package.replace(".", "/")
    found = [package, *(module.name for module in walk_packages([str(path)], f"{package}."))]
    return [module for module in found if not module.startswith(TRAINING)]


def run(code: str) -> str:
    """Run code in an interpreter that has imported nothing of ours."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def loaded_by(*packages: str, blocked: tuple[str, ...] = ()) -> set[str]:
    """Return every module that is loaded when all modules of these packages are."""
    modules = [module for package in packages for module in modules_of(package)]
    found = json.loads(run(LOADED.format(modules=modules, blocked=blocked)))
    assert found["threads"] == 1, "importing has started a thread"
    return set(found["loaded"])


def tops(modules: set[str]) -> set[str]:
    return {module.split(".")[0] for module in modules}


def test_games_import_the_standard_library_only() -> None:
    loaded = loaded_by("companion.games")
    ours = {module for module in loaded if module.startswith("companion")}
    assert {module for module in ours if not module.startswith("companion.games")} <= {
        "companion",
        "companion.errors",
    }
    assert tops(loaded) - {"companion"} <= set(sys.stdlib_module_names)


def test_vision_knows_neither_companion_nor_web() -> None:
    assert not tops(loaded_by("vision", blocked=HARDWARE)) & {"companion", "web"}


def test_nothing_at_the_table_needs_what_trains() -> None:
    loaded = loaded_by(*PACKAGES, blocked=(*HARDWARE, "torch", "onnx"))
    assert not {module for module in loaded if module.startswith(TRAINING)}


def test_what_trains_knows_neither_companion_nor_web() -> None:
    for file in sorted((HERE / TRAINING.replace(".", "/")).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not tops(set(names)) & {"companion", "web"}, f"{file.name} imports {names}"


def test_web_touches_neither_pins_nor_pictures() -> None:
    loaded = loaded_by("web", blocked=("gpiozero", "cv2", "numpy"))
    assert not {module for module in loaded if module.startswith("companion.cli")}


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("companion.devices", ("companion.table", "companion.games", "companion.cli", "web", "vision")),
        ("companion.table", ("companion.cli", "companion.hub", "web")),
        ("companion.simulation", ("companion.cli", "web")),
        ("companion.keeper", ("companion.cli", "companion.games", "companion.devices", "web", "cv2")),
        ("companion.hub", ("companion.cli", "companion.simulation", "cv2", "gpiozero")),
        ("web", ("companion.cli", "companion.hub")),
        ("companion.games", ("companion.table", "companion.devices", "companion.cli", "vision", "web")),
    ],
)
def test_arrows_point_one_way(package: str, forbidden: tuple[str, ...]) -> None:
    """companion.cli -> web -> companion.table -> {companion.games, companion.devices, vision}."""
    loaded = loaded_by(package, blocked=HARDWARE)
    wrong = {name for name in loaded for room in forbidden if f"{name}.".startswith(f"{room}.")}
    assert not wrong


def test_a_real_table_loads_no_simulated_hands_and_no_simulated_table() -> None:
    """Only simulator and demo load them."""
    real = [*modules_of("companion.table"), *modules_of("web"), "companion.cli.run"]
    found = json.loads(run(LOADED.format(modules=real, blocked=HARDWARE)))["loaded"]
    simulation = (
        "companion.simulation.",
        "vision.workshop.simulation.stage",
        "vision.workshop.simulation.table",
    )
    assert not [name for name in found if f"{name}.".startswith(simulation)]


def test_a_table_loads_nothing_of_the_hub() -> None:
    real = [*modules_of("companion.table"), *modules_of("web"), "companion.cli.run"]
    blocked = (*HARDWARE, "psycopg", "alembic", "sqlalchemy")
    loaded = json.loads(run(LOADED.format(modules=real, blocked=blocked)))["loaded"]
    assert not [name for name in loaded if f"{name}.".startswith("companion.hub.")]


def test_every_module_is_importable_without_the_hardware() -> None:
    loaded = loaded_by(*PACKAGES, blocked=HARDWARE)
    assert set(modules_of("companion")) <= loaded
    assert not tops(loaded) & set(HARDWARE)


OTHERS = ("babel", "click", "cv2", "flask", "gpiozero.pins.mock", "numpy", "sqlite3", "waitress")
"""Packages of others may do as they like when imported: they are loaded before ours is watched."""


def test_importing_writes_no_file_starts_no_process_and_opens_no_socket() -> None:
    modules = [module for package in PACKAGES for module in modules_of(package)]
    run(AUDITED.format(modules=modules, others=OTHERS))


def test_a_table_without_pins_loads_no_library_for_them() -> None:
    modules = [*modules_of("companion.table"), *modules_of("web"), "companion.cli.run"]
    run(LOADED.format(modules=modules, blocked=(*HARDWARE, "gpiozero")))


def test_a_command_loads_only_what_it_needs() -> None:
    code = LOADED.format(
        modules=["companion.cli", "companion.cli.replay"], blocked=("cv2", "numpy", "flask")
    )
    assert "companion.cli.run" not in json.loads(run(code))["loaded"]


MOST_MODULES = 20
"""Modules of one folder: as many names as are taken in at a glance."""
SIMULATED = {"vision.cameras.open", "vision.cameras.simulated"}
"""The modules of ``vision`` that may know the simulated table: one opens it where it is named."""


@cache
def arrows() -> dict[str, set[str]]:
    """Return for each module of ours what it imports of ours, wherever in it."""
    files = [file for package in PACKAGES for file in sorted((HERE / package).rglob("*.py"))]
    known = {".".join(file.relative_to(HERE).with_suffix("").parts): file for file in files}
    known = {name.removesuffix(".__init__"): file for name, file in known.items()}
    return {name: set(imported(file)) & set(known) for name, file in known.items()}


def imported(file: Path) -> Iterator[str]:
    """Yield what a file imports: modules, and names that may be modules."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from inner
            yield node.module


def room_of(module: str) -> str:
    """Return the folder that a module lies in."""
    return module if (HERE / module.replace(".", "/")).is_dir() else module.rpartition(".")[0]


def test_no_arrows_go_back_and_forth_between_rooms() -> None:
    """A room and the rooms inside it are one; of any other two only one knows the other."""
    between = {(room_of(one), room_of(other)) for one, others in arrows().items() for other in others}
    both = sorted((one, other) for one, other in between if one < other and (other, one) in between)
    assert not [(one, other) for one, other in both if not other.startswith(f"{one}.")]


def test_no_folder_holds_more_modules_than_are_taken_in_at_a_glance() -> None:
    rooms = Counter(room_of(module) for module in arrows() if room_of(module) != module)
    assert rooms["vision.dice"] > 5, "modules are counted"
    assert not {room: many for room, many in rooms.items() if many > MOST_MODULES}


def test_what_reads_pictures_knows_nothing_of_the_workshop() -> None:
    for module, others in arrows().items():
        if module.split(".")[0] == "vision" and not module.startswith("vision.workshop"):
            known = {other for other in others if other.startswith("vision.workshop")}
            assert not known or module in SIMULATED, f"{module} knows {known}"

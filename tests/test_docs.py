"""The documents say what there is: every command, every make target, every folder."""

import re
from pathlib import Path

import pytest
from PIL import Image

from companion.cli import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_names_every_command(name: str) -> None:
    assert f"companion {name}" in README


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`?make ([a-z-]+)", README))))
def test_every_target_the_readme_names_can_be_made(target: str) -> None:
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


def test_every_test_in_a_browser_lies_where_they_are_looked_for() -> None:
    folder = ROOT / re.findall(r'"browser and not slow".*?(tests/[\w/]+)\)', MAKEFILE)[0]
    marks = re.compile(r"^(?:@|pytestmark = )pytest\.mark\.browser", re.MULTILINE)
    marked = [
        path for path in (ROOT / "tests").rglob("test_*.py") if marks.search(path.read_text("utf-8"))
    ]
    assert len(marked) > 20
    assert all(path.is_relative_to(folder) for path in marked)


def test_the_readme_opens_with_the_two_commands() -> None:
    assert README.index("make run") < README.index("make test") < README.index("## Set it up")


def test_the_readme_shows_first_a_short_film_that_loads_quickly() -> None:
    first = re.findall(r"!\[[^\]]+\]\((\S+)\)", README)[0]
    assert (ROOT / first).stat().st_size <= 400_000
    with Image.open(ROOT / first) as film:
        assert getattr(film, "n_frames", 1) > 10


LINKS = [
    (page, link)
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "vision").rglob("*.md")]
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    if not link.startswith(("http:", "https:"))
]


@pytest.mark.parametrize(("page", "link"), LINKS, ids=lambda part: getattr(part, "name", part))
def test_every_link_of_a_document_leads_somewhere(page: Path, link: str) -> None:
    name, _, section = link.partition("#")
    there = page.parent / name if name else page
    assert there.exists()
    if section:
        heads = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
        assert section in map(anchor, heads)


def anchor(head: str) -> str:
    """Return the name by which a page of Markdown is entered at a heading."""
    return re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-")


def test_the_house_names_every_folder_of_it() -> None:
    house = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for room in ("companion", "vision", "web"):
        for folder in sorted((ROOT / room).iterdir()):
            if folder.is_dir() and (folder / "__init__.py").exists():
                assert f"{folder.name}/" in house, f"{room}/{folder.name} is not in ARCHITECTURE.md"


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"])
def test_no_document_speaks_of_one_machine(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert not re.search(r"/(home|root|work|tmp)/", text)


QUOTED = re.compile(r"^```python (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(
    r"(?<![\w/.])(?:companion|deploy|docs|tests|vision|web)/[\w/-]+\.(?:css|html|js|json|md|py|toml)\b"
)


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.stem)
def test_what_a_document_quotes_and_names_is_there(path: Path) -> None:
    document = path.read_text(encoding="utf-8")
    for file, text in QUOTED.findall(document):
        assert text.rstrip("\n") in (ROOT / file).read_text(encoding="utf-8"), f"{file} reads otherwise"
    assert [name for name in NAMED.findall(document) if not (ROOT / name).exists()] == []

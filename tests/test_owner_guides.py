"""The owner's guide says the same in four languages, in the words of the program.

Words in bold are quoted from the pages: they stand in that language's catalogue.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from web.pages.language import LANGUAGES, catalogue

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "owner"
OTHERS = [language for language in LANGUAGES if language != "en"]


@dataclass(frozen=True)
class Section:
    """What stands below one heading; ``level`` is how many # it has."""

    level: int
    text: str

    @property
    def commands(self) -> Counter[str]:
        """What is to be typed, or is shown as typed."""
        blocks = re.findall(r"^ *```\n(.*?)^ *```", self.text, re.MULTILINE | re.DOTALL)
        lines = (line.strip() for block in blocks for line in block.splitlines())
        return Counter([*lines, *re.findall(r"(?<!`)`([^`\n]+)`(?!`)", self.text)])

    @property
    def links(self) -> Counter[str]:
        """Where its links lead, apart from those between the languages."""
        links = re.findall(r"\]\(([^)\s]+)\)", self.text)
        return Counter(link for link in links if Path(link).stem not in LANGUAGES)

    @property
    def labels(self) -> list[str]:
        """What is quoted from the pages."""
        return [
            re.sub(r"[ \n]+", " ", bold) for bold in re.findall(r"\*\*(.+?)\*\*", self.text, re.DOTALL)
        ]


@cache
def guide(language: str) -> list[Section]:
    text = (FOLDER / f"{language}.md").read_text(encoding="utf-8")
    parts = re.split(r"^(#+) .+$", text, flags=re.MULTILINE)[1:]
    return [Section(len(marks), body) for marks, body in zip(parts[::2], parts[1::2], strict=True)]


@cache
def codes(language: str, label: str) -> frozenset[str]:
    """Return the codes of the texts that are shown so."""
    return frozenset(code for code, text in catalogue(language).items() if text == label)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_stands_on_the_pages_in_that_language(language: str) -> None:
    labels = [label for section in guide(language) for label in section.labels]
    assert len(labels) > 50
    assert [label for label in labels if not codes(language, label)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_sections_are_the_same(language: str) -> None:
    assert [section.level for section in guide(language)] == [section.level for section in guide("en")]


@pytest.mark.parametrize("language", OTHERS)
def test_commands_and_links_are_the_same_in_every_section(language: str) -> None:
    for own, english in zip(guide(language), guide("en"), strict=True):
        assert own.commands == english.commands
        assert own.links == english.links


@pytest.mark.parametrize("language", OTHERS)
def test_every_section_quotes_the_same_labels(language: str) -> None:
    for own, english in zip(guide(language), guide("en"), strict=True):
        left = list(own.labels)
        for label in english.labels:
            same = [other for other in left if codes(language, other) & codes("en", label)]
            assert same, f"{language}: nothing quotes what English calls {label}, among {left}"
            left.remove(same[0])
        assert left == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_guide_leads_to_the_others_and_the_readme_to_each(language: str) -> None:
    text = (FOLDER / f"{language}.md").read_text(encoding="utf-8")
    for other in LANGUAGES:
        assert (f"({other}.md)" in text) is (other != language)
    assert f"(docs/owner/{language}.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_french_breaks_no_line_before_its_signs() -> None:
    text = "".join(section.text for section in guide("fr"))
    assert not re.search(r"[ \n][:;?!»]|«[ \n]", re.sub(r"`[^`]*`", "", text))

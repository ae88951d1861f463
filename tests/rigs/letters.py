"""``python -m tests.rigs.letters FOLDER``: the font of the pages, cut to the letters that it is to have.

``FOLDER`` holds the whole font, Atkinson Hyperlegible Next, as npm's ``@expo-google-fonts`` brings it.
Which letters are kept is said once, by ``unicode-range`` in ``web/static/css/letters.css``: those of the
four languages and of other names in Latin letters, digits and signs. Needs ``fonttools[woff]``.
"""

import re
import sys
from pathlib import Path
from typing import Any

from web.pages.bundles import STATIC

STYLE = STATIC / "css" / "letters.css"
FONTS = STATIC / "font"
WEIGHTS = {"regular": "400Regular", "bold": "700Bold"}
FEATURES = ("ccmp", "kern", "locl", "mark", "tnum")
"""What the letters know beside their shapes: how they are joined and stand, digits of one width."""
RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


def kept_letters(style: str) -> set[str]:
    """Return the letters that a style says its font has."""
    said = " ".join(re.findall(r"unicode-range:([^;]*);", style))
    return {
        chr(code)
        for first, last in RANGE.findall(said)
        for code in range(int(first, 16), int(last or first, 16) + 1)
    }


def cut(whole: Path, out: Path, letters: set[str]) -> None:
    """Write the font with these of its letters alone."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options: Any = subset.Options(layout_features=FEATURES, hinting=False)
    font = TTFont(whole)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(letters)))
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(out)


def main(folder: Path) -> None:
    letters = kept_letters(STYLE.read_text("utf-8"))
    for name, weight in WEIGHTS.items():
        out = FONTS / f"{name}.woff2"
        cut(folder / weight / f"AtkinsonHyperlegibleNext_{weight}.ttf", out, letters)
        print(f"{out}: {out.stat().st_size} bytes")
    (FONTS / "OFL.txt").write_bytes((folder / "LICENSE_FONT").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))

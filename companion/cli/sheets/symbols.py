"""Symbols of circuits, drawn one after another along a wire that runs to the left or to the right."""

from companion.cli.sheets.page import Anchor, Page

HALF_MM = 1.4
"""Half the height of a resistor's box."""


class Wire:
    """A wire on a page, drawn symbol by symbol from its start; lengths in mm.

    ``towards``: 1 to the right, -1 to the left. ``at`` is its current end.
    """

    def __init__(self, page: Page, x: float, y: float, towards: int) -> None:
        self._page, self._towards = page, towards
        self.at, self.y = x, y

    def run(self, length: float, *, dashed: bool = False) -> None:
        """Continue as a plain wire; dashed: as a lead outside the box."""
        draw = self._page.dashed if dashed else self._page.line
        draw([(self.at, self.y), (self._on(length), self.y)])
        self.at = self._on(length)

    def node(self) -> None:
        """Draw the dot where another wire joins."""
        self._page.circle((self.at, self.y), 1.0, fill=0)

    def resistor(self, value: str, length: float = 11.0) -> None:
        """Draw a resistor with its value in it."""
        ends = (self.at, self._on(length))
        left, right = min(ends), max(ends)
        top, bottom = self.y - HALF_MM, self.y + HALF_MM
        self._page.shape([(left, top), (right, top), (right, bottom), (left, bottom)])
        self._page.text((left + right) / 2, self.y + 0.85, value, size=6, grey=0, anchor="middle")
        self.at = self._on(length)

    def button(self) -> None:
        """Draw a contact that closes while it is pressed."""
        begin, end = self.at, self._on(7)
        for x in (begin, end):
            self._page.circle((x, self.y), 1.0, fill=1)
        bar = self.y - 2.0
        self._page.line([(begin, bar), (end, bar)], width=0.5)
        middle = (begin + end) / 2
        self._page.line([(middle, bar), (middle, bar - 1.6)])
        self.at = end

    def lamp(self) -> None:
        """Draw an LED with its longer leg at the near end of the wire."""
        begin, end = self.at, self._on(3)
        y = self.y
        self._page.shape([(begin, y - 1.6), (begin, y + 1.6), (end, y)], fill=0)
        self._page.line([(end, y - 1.6), (end, y + 1.6)], width=0.5)
        for offset in (0.4, 1.7):
            x = begin + self._towards * offset
            tip = (x + self._towards * 1.5, y - 3.5)
            self._page.line([(x, y - 2.0), tip], width=0.2)
            self._page.circle(tip, 0.5, fill=0, width=0.1)
        self.at = end

    def transistor(self) -> tuple[float, float]:
        """End the wire at the base of an NPN transistor; return where its collector is."""
        begin, bar = self.at, self._on(1.6)
        y = self.y
        self._page.line([(begin, y), (bar, y)])
        self._page.line([(bar, y - 1.8), (bar, y + 1.8)], width=0.6)
        out = bar + self._towards * 2.4
        self._page.line([(bar, y - 0.8), (out, y - 2.2)])
        self._page.line([(bar, y + 0.8), (out, y + 2.2)])
        middle = (bar + out) / 2
        self._page.circle((out, y + 2.2), 0.7, fill=0)
        self._page.text(middle + self._towards * 2.4, y + 0.8, "NPN", size=5, anchor=self.side)
        return out, y - 2.2

    def ground(self) -> None:
        """End the wire at ground."""
        for number, half in enumerate((1.8, 1.1, 0.4)):
            x = self.at + self._towards * 0.7 * number
            self._page.line([(x, self.y - half), (x, self.y + half)])
        self.at = self._on(2)

    def supply(self, name: str) -> None:
        """End the wire at a supply of that name."""
        self._page.text(self.at + self._towards, self.y + 0.9, name, size=6, grey=0, anchor=self.side)

    def words(self, text: str, *, bold: bool = False, size: float = 7.5, gap: float = 2) -> None:
        """Write beyond the end."""
        x = self.at + self._towards * gap
        self._page.text(x, self.y + 1, text, size=size, grey=0, bold=bold, anchor=self.side)

    @property
    def side(self) -> Anchor:
        """Which end of a text stands at the wire."""
        return "left" if self._towards > 0 else "right"

    def branch(self, up: float) -> "Wire":
        """Return a wire that branches off here, this far above, in the same direction."""
        self.node()
        self._page.line([(self.at, self.y), (self.at, self.y - up)])
        return Wire(self._page, self.at, self.y - up, self._towards)

    def _on(self, length: float) -> float:
        return self.at + self._towards * length

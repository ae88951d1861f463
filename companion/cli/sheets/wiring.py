"""``companion print wiring``: what is soldered to which pin, drawn from the pin map."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.cli.sheets.page import A4_MM, Page
from companion.cli.sheets.soldering import draw_board
from companion.cli.sheets.symbols import Wire
from companion.devices.header import GROUND, HEADER, STRONG, SUPPLY, pin_of
from companion.devices.pin_map import PinMap
from companion.devices.strip_board import strip_board
from companion.devices.wiring import (
    base_resistor,
    drawn_ma,
    in_ohm,
    lamp_resistor,
    parts,
    pressed_call_v,
)

WIDTH, HEIGHT = A4_MM[1], A4_MM[0]
ROWS, PITCH = 20, 8.0
FIRST_Y = 32.0
"""The first row of pins, in mm from the top."""
PIN_X = (WIDTH / 2 - 4.5, WIDTH / 2 + 4.5)
"""Where the odd and the even pins are drawn, in mm from the left."""
LABEL_MM, BEGIN_MM = 5.0, 25.0
"""Distance from a pin to its label, and to the start of its wire."""
NAME_MM = 86.0
"""Distance from a pin to the name of its part."""
LEFT, RIGHT = 15.0, 165.0
"""Where text begins on the sheets, and where the second sheet's lists begin, in mm from the left."""


def wiring(pin_map: PinMap) -> bytes:
    """Return the sheets, as PDF: the header and everything wired to it; circuits, parts; the strip
    board."""
    page = Page("Wiring of the voting box", WIDTH, HEIGHT)
    _Header(page, pin_map).draw()
    page.next()
    _circuits(page, pin_map)
    _parts(page, pin_map)
    _currents(page, pin_map)
    page.next()
    draw_board(page, strip_board(pin_map))
    return page.finished()


@dataclass(frozen=True)
class _Place:
    """A pin on the page: which side its wire runs to, and how high it is."""

    x: float
    y: float
    towards: int

    @staticmethod
    def of(pin: int) -> "_Place":
        row, column = divmod(pin - 1, 2)
        return _Place(PIN_X[column], FIRST_Y + row * PITCH, 1 if column else -1)

    def on(self, mm: float) -> float:
        return self.x + self.towards * mm


class _Header:
    """The first sheet."""

    def __init__(self, page: Page, pin_map: PinMap) -> None:
        self._page, self._map = page, pin_map
        parts = {**pin_map.inputs, **pin_map.outputs}
        self._parts = {gpio: name for name, gpio in parts.items()}

    def draw(self) -> None:
        """Draw all forty pins, each with its part."""
        self._about()
        for pin, what in enumerate(HEADER, 1):
            place = _Place.of(pin)
            self._pin(place, pin, what)
            if isinstance(what, str):
                self._supply(place, what, pin)
            elif what in self._parts:
                self._part(place, self._parts[what])
            else:
                self._free(place, what)

    def _about(self) -> None:
        page = self._page
        page.text(LEFT, 13, "The voting box: what is wired to which pin", size=13, grey=0, bold=True)
        page.text(
            LEFT,
            19,
            "Pull the Pi's plug first. Seen from above; pin 1 is the one nearest to the SD card.",
        )
        page.text(PIN_X[0] - 3, 25.5, "to the Pi's middle", anchor="right", size=6)
        page.text(PIN_X[1] + 3, 25.5, "to the Pi's edge", size=6)
        last = FIRST_Y + (ROWS - 1) * PITCH
        left, right, top, bottom = PIN_X[0] - 4, PIN_X[1] + 4, FIRST_Y - 5, last + 5
        page.shape([(left, top), (right, top), (right, bottom), (left, bottom)], fill=0.93)
        page.text(WIDTH / 2, last + 9, "this end is towards the USB sockets", anchor="middle", size=6)
        drawn = drawn_ma(self._map)
        page.text(
            LEFT,
            HEIGHT - 6,
            f"All outputs on: {sum(drawn.values()):.1f} mA from the Pi's pins; "
            f"{self._map.limits.most_ma_in_all:g} mA are allowed in all, "
            f"{self._map.limits.most_ma_a_pin:g} mA a pin. Dashed: the lead of a call, up to 2 m.",
        )

    def _pin(self, place: _Place, pin: int, what: str | int) -> None:
        # Pin 1 has the square pad on every board.
        if pin == 1:
            half = 2.6
            x, y = place.x, place.y
            corners = [
                (x - half, y - half),
                (x + half, y - half),
                (x + half, y + half),
                (x - half, y + half),
            ]
            self._page.shape(corners, fill=1)
        else:
            self._page.circle((place.x, place.y), 5.2, fill=1)
        self._page.text(place.x, place.y + 1, str(pin), size=7, grey=0, anchor="middle")
        label = f"GPIO {what}" if isinstance(what, int) else what
        wire = Wire(self._page, place.on(LABEL_MM), place.y, place.towards)
        wire.words(label, bold=isinstance(what, int), size=7, gap=0)

    def _supply(self, place: _Place, what: str, pin: int) -> None:
        told = {(GROUND, 6): "to all that ends at ground"}
        if self._map.calls:
            told[SUPPLY, 1] = "to the pull-ups of the calls"
        if self._map.buzzer is not None:
            told[STRONG, 2] = "to + of the buzzer"
        text = told.get((what, pin), "leave free" if what == "ID" else "not needed")
        used = (what, pin) in told
        wire = Wire(self._page, place.on(BEGIN_MM), place.y, place.towards)
        if used:
            wire.run(16)
        if used and what == GROUND:
            wire.ground()
        wire.words(text, size=6.5)

    def _free(self, place: _Place, gpio: int) -> None:
        kept = {2: "free: for a clock chip", 3: "free: for a clock chip, or the shutdown button"}
        wire = Wire(self._page, place.on(BEGIN_MM), place.y, place.towards)
        wire.words(kept.get(gpio, "free"), size=6.5)

    def _part(self, place: _Place, name: str) -> None:
        wire = Wire(self._page, place.on(BEGIN_MM), place.y, place.towards)
        kinds: tuple[tuple[Mapping[str, int], Callable[[Wire, PinMap], None]], ...] = (
            (self._map.keys, key),
            (self._map.calls, call),
            (self._map.lamps, lamp),
        )
        draw = next((draw for names, draw in kinds if name in names), buzzer)
        draw(wire, self._map)
        ma = drawn_ma(self._map).get(name)
        end = Wire(self._page, place.on(NAME_MM), place.y, place.towards)
        end.words(name, bold=True, size=8, gap=0)
        if ma is not None:
            end.words(f"{ma:.1f} mA", size=6.5, gap=22)


def key(wire: Wire, pin_map: PinMap) -> None:
    """Draw a key: its resistor, its contact to ground."""
    wire.run(6)
    wire.resistor(in_ohm(pin_map.wiring.lead_ohm))
    wire.run(7)
    wire.button()
    wire.run(10)
    wire.ground()


def call(wire: Wire, pin_map: PinMap) -> None:
    """Draw a call: its pull-up, its resistor, its lead, its contact."""
    wire.run(3)
    pull_up = wire.branch(3.6)
    pull_up.run(3)
    pull_up.resistor(in_ohm(pin_map.wiring.pull_up_ohm))
    pull_up.run(2)
    pull_up.supply(SUPPLY)
    wire.run(3)
    wire.resistor(in_ohm(pin_map.wiring.lead_ohm))
    wire.run(17, dashed=True)
    wire.button()
    wire.run(8, dashed=True)
    wire.ground()


def lamp(wire: Wire, pin_map: PinMap) -> None:
    """Draw a lamp: its resistor, its LED."""
    wire.run(6)
    wire.resistor(in_ohm(lamp_resistor(pin_map)))
    wire.run(10)
    wire.lamp()
    wire.run(11)
    wire.ground()


def buzzer(wire: Wire, pin_map: PinMap) -> None:
    """Draw the beginning of the buzzer's circuit; the whole circuit is on the second sheet."""
    wire.run(6)
    wire.resistor(in_ohm(base_resistor(pin_map)))
    wire.run(10)
    wire.transistor()
    wire.at += (wire.side == "left") * 8 - (wire.side == "right") * 8
    wire.words("see sheet 2", size=6)


def _circuits(page: Page, pin_map: PinMap) -> None:
    """Draw one circuit of each kind enlarged, with the mistakes that are easily made."""
    page.text(LEFT, 13, "One of each, and what to buy", size=13, grey=0, bold=True)
    low_v = f"{pressed_call_v(pin_map):.1f}"
    told: list[tuple[bool, str, Callable[[Wire, PinMap], None], tuple[str, ...]]] = [
        (
            bool(pin_map.keys),
            "A key",
            key,
            (
                "Either way round. The Pi itself pulls the pin up. The resistor saves the pin where a",
                "wrong program drives it while the key is down.",
            ),
        ),
        (
            bool(pin_map.lamps),
            "A lamp",
            lamp,
            ("The longer leg towards the resistor, the flat side towards ground.",),
        ),
        (
            bool(pin_map.calls),
            "A call button",
            call,
            (
                "Both resistors in the voting box, the button at the end of the lead (dashed). The one",
                f"in the lead keeps sparks away from the Pi; pressed, {low_v} V are left at the pin.",
            ),
        ),
    ]
    y = 27.0
    for is_built, title, draw, words in told:
        if is_built:
            y = _circuit(page, pin_map, y, title, draw, words)
    if pin_map.buzzer is not None:
        y = _whole_buzzer(page, pin_map, y)
    _circuit(
        page,
        pin_map,
        y,
        "A button that shuts the Pi down, and starts it: if you want one",
        shutdown,
        (
            f"From pin {pin_of(3)} (GPIO 3) to ground, without a resistor.",
            "Tell of it when you install: deploy/install.sh --shutdown-button",
        ),
    )


def shutdown(wire: Wire, _: PinMap) -> None:
    """Draw the shutdown button: a contact, at a pin that has its pull-up on the Pi's board."""
    wire.run(24)
    wire.button()
    wire.run(10)
    wire.ground()


def _circuit(
    page: Page,
    pin_map: PinMap,
    top: float,
    title: str,
    draw: Callable[[Wire, PinMap], None],
    words: tuple[str, ...],
) -> float:
    """Draw a circuit from a pin to ground; return where the next begins."""
    page.text(LEFT, top, title, size=9, grey=0, bold=True)
    y = top + 9
    page.circle((LEFT + 2.6, y), 5.2)
    wire = Wire(page, LEFT + 5.2, y, 1)
    page.text(LEFT + 2.6, y + 0.8, "pin", size=5.5, grey=0, anchor="middle")
    draw(wire, pin_map)
    for number, line in enumerate(words):
        page.text(LEFT, y + 7 + 4 * number, line, size=7)
    return y + 15 + 4 * len(words)


def _whole_buzzer(page: Page, pin_map: PinMap, top: float) -> float:
    """Draw the buzzer with its transistor and its diode; return where the next begins."""
    page.text(LEFT, top, "The buzzer", size=9, grey=0, bold=True)
    y = top + 27
    page.circle((LEFT + 2.6, y), 5.2)
    page.text(LEFT + 2.6, y + 0.8, "pin", size=5.5, grey=0, anchor="middle")
    wire = Wire(page, LEFT + 5.2, y, 1)
    wire.run(6)
    wire.resistor(in_ohm(base_resistor(pin_map)))
    wire.run(8)
    page.text(wire.at - 1, y - 1, "B", size=6, grey=0, anchor="right")
    x, collector = wire.transistor()
    emitter = y + (y - collector)
    page.text(x + 1.2, emitter + 1.5, "E", size=6, grey=0)
    page.text(x + 1.2, collector - 0.3, "C", size=6, grey=0)
    page.line([(x, emitter), (x, y + 6)])
    for number, half in enumerate((1.8, 1.1, 0.4)):
        page.line([(x - half, y + 6 + 0.7 * number), (x + half, y + 6 + 0.7 * number)])
    plus, minus = y - 21, y - 7
    page.line([(x, collector), (x, minus)])
    page.line([(x, minus), (x + 22, minus)])
    page.line([(x, plus), (x + 22, plus)])
    page.line([(x, minus), (x, minus - 4.5)])
    page.line([(x, plus), (x, plus + 4.5)])
    middle = (plus + minus) / 2
    page.circle((x, middle), 5.5)
    page.text(x - 4, middle - 1, "buzzer", size=6.5, grey=0, anchor="right")
    page.text(x - 1, plus + 3.5, "+", size=7, grey=0, anchor="right")
    page.text(x - 1, minus - 1.5, "–", size=7, grey=0, anchor="right")
    _diode(page, x + 22, plus, minus)
    page.text(x - 2, plus + 0.9, f"{STRONG}, pin 2", size=6.5, grey=0, anchor="right")
    words = (
        "The buzzer hangs on 5 V, and takes more than a pin may give: so the transistor switches it.",
        "The diode's ring points to 5 V. Look up which leg of your transistor is which.",
    )
    for number, line in enumerate(words):
        page.text(LEFT, y + 12 + 4 * number, line, size=7)
    return y + 28


def _diode(page: Page, x: float, plus: float, minus: float) -> None:
    """Draw the diode across the buzzer: it conducts only the coil's current at switch-off."""
    middle = (plus + minus) / 2
    page.line([(x, plus), (x, middle - 1.5)])
    page.line([(x, minus), (x, middle + 1.5)])
    page.shape([(x - 1.8, middle + 1.5), (x + 1.8, middle + 1.5), (x, middle - 1.5)], fill=0)
    page.line([(x - 1.8, middle - 1.5), (x + 1.8, middle - 1.5)], width=0.5)
    page.text(x + 3.5, middle + 0.8, "diode", size=6.5, grey=0)
    page.text(x + 3.5, middle - 2.2, "ring", size=5.5)


def _parts(page: Page, pin_map: PinMap) -> None:
    page.text(RIGHT, 22, "Parts, without Pi, camera and box", size=9, grey=0, bold=True)
    for number, part in enumerate(parts(pin_map)):
        y = 28 + 5.2 * number
        page.text(RIGHT + 6, y, f"{part.count} ×", size=7, grey=0, anchor="right")
        page.text(RIGHT + 8, y, part.what, size=7, grey=0)


def _currents(page: Page, pin_map: PinMap) -> None:
    """List the current of every output, and the total."""
    drawn = drawn_ma(pin_map)
    if not drawn:
        return
    top = 108.0
    page.text(RIGHT, top, "Current while it is on", size=9, grey=0, bold=True)
    columns = (RIGHT, RIGHT + 45, RIGHT + 62, RIGHT + 82)
    rows = [("", "GPIO", "pin", "mA")]
    rows += [
        (name, str(gpio), str(pin_of(gpio)), f"{drawn[name]:.2f}")
        for name, gpio in pin_map.outputs.items()
    ]
    rows.append(("all together", "", "", f"{sum(drawn.values()):.2f}"))
    for number, row in enumerate(rows):
        y = top + 6 + 5 * number
        for x, word in zip(columns, row, strict=True):
            page.text(x, y, word, size=7, grey=0, anchor="left" if x == RIGHT else "right")
    y = top + 6 + 5 * len(rows) + 2
    limits = pin_map.limits
    page.text(
        RIGHT,
        y,
        f"Allowed: {limits.most_ma_a_pin:g} mA a pin, {limits.most_ma_in_all:g} mA in all.",
        size=7,
    )
    page.text(RIGHT, y + 4, f"Worked out with {pin_map.wiring.lamp_v:g} V over an LED.", size=7)

"""Browsers of many kinds and ages, all asked for the same few things."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from companion.errors import CompanionError

FOLDER = Path(__file__).parents[3] / "build" / "browsers"
QT = {"chromium-69": "5.12.1", "chromium-77": "5.14.0", "chromium-80": "5.15.0"}
"""Which PyQtWebEngine has which Chromium."""
MINI_BROWSER = "webkit2gtk-4.1/MiniBrowser"
STARTS_WITHIN_S = 60.0


class NoBrowser(CompanionError, RuntimeError):
    """A browser is not installed, or does not start."""

    code = "no_browser"


class Browser(Protocol):
    """One window of a browser."""

    def open(self, url: str) -> None:
        """Go to an address."""

    def run(self, script: str) -> Any:
        """Return what an expression is on the page."""

    def picture(self, file: Path, size: tuple[int, int]) -> None:
        """Save what the window shows when it is so large."""

    def complaints(self) -> list[str]:
        """Return what the page's scripts have complained of since."""


class QtWindow:
    """An old Chromium within Qt (``qt_window.py``)."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._complaints: list[str] = []

    def open(self, url: str) -> None:
        self._ask(open=url)

    def run(self, script: str) -> Any:
        return self._ask(run=script)

    def picture(self, file: Path, size: tuple[int, int]) -> None:
        self._ask(size=size)
        time.sleep(1)  # it is drawn anew for its new size
        self._ask(picture=str(file))

    def complaints(self) -> list[str]:
        found, self._complaints = self._complaints, []
        return found

    def _ask(self, **words: Any) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        while line := self._process.stdout.readline():
            if line.startswith('{"answer"'):
                told = json.loads(line)
                self._complaints += told["complaints"]
                return told["answer"]
        raise NoBrowser("the window has gone", hint="Is Xvfb there, with Qt's libraries (.ci/run)?")


class DriverWindow:
    """A browser behind a WebDriver (https://www.w3.org/TR/webdriver2/): WebKitGTK's."""

    def __init__(self, port: int, options: dict[str, Any]) -> None:
        self._base = f"http://127.0.0.1:{port}/session"
        made = self._post("", {"capabilities": {"alwaysMatch": options}})
        self._base += f"/{made['sessionId']}"

    def open(self, url: str) -> None:
        self._post("/url", {"url": url})

    def run(self, script: str) -> Any:
        return self._post("/execute/sync", {"script": f"return {script}", "args": []})

    def picture(self, file: Path, size: tuple[int, int]) -> None:
        self._post("/window/rect", {"width": size[0], "height": size[1]})
        with urllib.request.urlopen(f"{self._base}/screenshot") as reply:
            file.write_bytes(b64decode(json.load(reply)["value"]))

    def complaints(self) -> list[str]:
        return []  # it tells none: what is not drawn is missed all the same

    def _post(self, path: str, words: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            self._base + path, json.dumps(words).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=STARTS_WITHIN_S) as reply:
            return json.load(reply)["value"]


class BidiWindow:
    """A browser that speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): Firefox."""

    def __init__(self, socket_: Any) -> None:
        self._socket, self._number = socket_, 0
        self._complaints: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        tree = self._ask("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="interactive")

    def run(self, script: str) -> Any:
        told = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({script}) ?? null",
            target={"context": self._context},
            awaitPromise=True,
        )
        value = told.get("result", {}).get("value")
        return None if value is None else json.loads(value)

    def picture(self, file: Path, size: tuple[int, int]) -> None:
        viewport = {"width": size[0], "height": size[1]}
        self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)
        told = self._ask("browsingContext.captureScreenshot", context=self._context)
        file.write_bytes(b64decode(told["data"]))

    def complaints(self) -> list[str]:
        self._ask("session.status")
        found, self._complaints = self._complaints, []
        return found

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=STARTS_WITHIN_S))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self._complaints.append(str(told["params"]["text"]))
            if told.get("id") == self._number:
                if told["type"] == "error":
                    raise NoBrowser(f"{method}: {told['message']}")
                return told["result"]


class PlaywrightWindow:
    """Debian's Chromium, driven as in the browser tests."""

    def __init__(self, page: Any) -> None:
        self._page, self._complaints = page, list[str]()
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self._complaints.append(said.text) if said.type == "error" else None,
        )

    def open(self, url: str) -> None:
        self._page.goto(url)

    def run(self, script: str) -> Any:
        return self._page.evaluate(script)

    def picture(self, file: Path, size: tuple[int, int]) -> None:
        self._page.set_viewport_size({"width": size[0], "height": size[1]})
        self._page.screenshot(path=file)

    def complaints(self) -> list[str]:
        self._page.wait_for_timeout(1)
        found, self._complaints = self._complaints, []
        return found


@contextmanager
def qt(name: str) -> Iterator[Browser]:
    """Start an old Chromium, which is fetched first."""
    version, venv = QT[name], FOLDER / name
    python = venv / "bin" / "python"
    if not (venv / ".installed").exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        # Without what they ask for: of PyQt5-sip newer ones do as well, and have wheels.
        pip = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--no-deps"]
        wanted = [f"PyQtWebEngine=={version}", f"PyQt5=={version.replace('12.1', '12.3')}", "PyQt5-sip"]
        subprocess.run([*map(str, pip), *wanted], check=True)
        (venv / ".installed").touch()
    how = {
        **os.environ,
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
        "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --disable-gpu",
        "XDG_RUNTIME_DIR": str(FOLDER),
    }
    with (FOLDER / f"{name}.log").open("w") as log:
        command = [python, Path(__file__).with_name("qt_window.py")]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=log, text=True, env=how)
        try:
            yield QtWindow(process)
        finally:
            process.kill()
            process.communicate()


@contextmanager
def firefox() -> Iterator[Browser]:
    """Start Debian's Firefox."""
    from websockets.sync.client import connect

    port = _free_port()
    with TemporaryDirectory() as profile:
        command = [_installed("firefox-esr"), "--headless", "--no-remote", "--profile", profile]
        with (
            _started([*command, f"--remote-debugging-port={port}"], "firefox", port),
            connect(f"ws://127.0.0.1:{port}/session", max_size=None) as socket_,
        ):
            yield BidiWindow(socket_)


@contextmanager
def webkit(*more: str) -> Iterator[Browser]:
    """Start WebKitGTK's small browser, with these options besides."""
    port = _free_port()
    found = [path for path in Path("/usr/lib").glob(f"*/{MINI_BROWSER}") if path.exists()]
    if not found:
        raise NoBrowser("no WebKitGTK", hint="sudo apt install webkit2gtk-driver")
    with _started([_installed("WebKitWebDriver"), f"--port={port}"], "webkit", port):
        options = {"binary": str(found[0]), "args": ["--automation", *more]}
        yield DriverWindow(port, {"webkitgtk:browserOptions": options})


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium-headless-shell") or _installed("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield PlaywrightWindow(browser.new_page())
        browser.close()


OLD = ("chromium-69", "chromium-77")
"""Those to which the page without a script is shown."""
ENGINES: dict[str, Callable[[], Any]] = {
    **{name: partial(qt, name) for name in QT},
    "chromium": chromium,
    "firefox": firefox,
    "webkit": webkit,
}


@contextmanager
def screen() -> Iterator[None]:
    """Give windows a screen of their own, which nobody sees."""
    with ExitStack() as stack:
        reading, writing = os.pipe()
        command = [_installed("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1920x1080x24"]
        process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        os.close(writing)
        with os.fdopen(reading) as told:
            os.environ["DISPLAY"] = f":{told.readline().strip()}"
        yield


def _installed(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise NoBrowser(f"no {name}", hint="On Debian .ci/run says what is needed.")
    return path


@contextmanager
def _started(command: list[str], name: str, port: int) -> Iterator[None]:
    """Run a program until it listens at its port, and to the end."""
    with (FOLDER / f"{name}.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            until = time.monotonic() + STARTS_WITHIN_S
            while not _listens(port):
                if process.poll() is not None or time.monotonic() > until:
                    raise NoBrowser(f"{command[0]} does not start", hint=f"See {log.name}.")
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait()


def _listens(port: int) -> bool:
    with closing(socket.socket()) as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def _free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        number: int = one.getsockname()[1]
        return number

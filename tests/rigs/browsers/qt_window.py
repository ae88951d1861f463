"""A window of an old Chromium, told what to do line by line; run by the Python that has its Qt.

Each line is JSON: ``{"open": URL}``, ``{"run": SCRIPT}``, ``{"picture": FILE}`` or
``{"size": [width, height]}``; each is answered by one line of JSON, an address once it was loaded.
What the page complains of is told with the next answer.
"""

import json
import sys
from threading import Thread

from PyQt5 import QtCore, QtWidgets
from PyQt5.QtWebEngineWidgets import QWebEnginePage, QWebEngineView


class Page(QWebEnginePage):
    """A page whose complaints are kept."""

    complaints: list[str] = []  # noqa: RUF012 - Qt makes the page

    def javaScriptConsoleMessage(self, level: int, message: str, line: int, source: str) -> None:  # noqa: N802 - Qt's name
        if level == QWebEnginePage.ErrorMessageLevel:
            self.complaints.append(f"{message} ({source}:{line})")


class Told(QtCore.QObject):
    """Brings lines from the thread that reads them."""

    line = QtCore.pyqtSignal(str)


def main() -> None:
    app = QtWidgets.QApplication(sys.argv)
    view = QWebEngineView()
    view.setPage(Page(view))
    view.show()
    told = Told()
    waiting: list[object] = []

    def loaded(_: bool) -> None:
        if waiting:
            waiting.clear()
            answer(None)

    view.loadFinished.connect(loaded)

    def answer(what: object) -> None:
        complaints, Page.complaints = Page.complaints, []
        print(json.dumps({"answer": what, "complaints": complaints}), flush=True)

    def act(line: str) -> None:
        words = json.loads(line)
        if "open" in words:
            waiting.append(words)
            view.load(QtCore.QUrl(words["open"]))
        elif "run" in words:
            view.page().runJavaScript(words["run"], answer)
        elif "size" in words:
            view.resize(*words["size"])
            answer(None)
        else:
            answer(view.grab().save(words["picture"]))

    def read() -> None:
        for line in sys.stdin:
            told.line.emit(line)
        app.quit()

    told.line.connect(act)
    Thread(target=read, daemon=True).start()
    app.exec_()


main()

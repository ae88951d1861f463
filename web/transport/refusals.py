"""The reply to a request that is refused before any page or address sees it."""

from http import HTTPStatus

from waitress.task import ErrorTask

from web.answers import Error, ErrorWords
from web.encoding import encode
from web.errors import HTTP_CODES, WebError


class Refusal(ErrorTask):  # type: ignore[misc]
    """Refuses a request that is not HTTP, or too long for any address, in the common shape of errors."""

    def execute(self) -> None:
        """Write the reply; the connection is closed after it."""
        wrong = self.request.error
        code, hint = HTTP_CODES.get(wrong.code, (WebError.code, ""))
        body = encode(Error(ErrorWords(code, f"{wrong.reason}: {wrong.body}", hint)))
        self.status = f"{wrong.code} {HTTPStatus(wrong.code).phrase}"
        self.response_headers.append(("Content-Type", "application/json"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)

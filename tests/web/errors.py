"""One shape for every error."""

from typing import Any

from werkzeug.test import TestResponse


def assert_error(reply: TestResponse, status: int, code: str) -> dict[str, Any]:
    """Fail unless the reply is this error in the one shape; return what it says."""
    assert reply.status_code == status, reply.text
    assert reply.mimetype == "application/json"
    body = reply.get_json()
    assert set(body) == {"error"}
    error: dict[str, Any] = body["error"]
    assert set(error) - {"reason"} == {"code", "message", "hint"}
    assert all(isinstance(error[key], str) for key in ("code", "message", "hint"))
    assert error["code"] == code
    assert error["message"]
    return error

"""How a command tells on stderr what could not be done."""

from companion.errors import CompanionError
from vision.errors import VisionError


def in_words(error: Exception) -> str:
    """Return what was wrong and, where the error knows it, what to do next, on a line of its own."""
    hint = error.hint if isinstance(error, CompanionError | VisionError) else ""
    return f"{error}\n{hint}" if hint else str(error)

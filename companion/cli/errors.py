"""How a command reports on stderr what could not be done."""

from companion.errors import CompanionError
from vision.errors import VisionError


def in_words(error: Exception) -> str:
    """Return what was wrong and, on a line of its own, what to do next if the error knows it."""
    hint = error.hint if isinstance(error, CompanionError | VisionError) else ""
    return f"{error}\n{hint}" if hint else str(error)

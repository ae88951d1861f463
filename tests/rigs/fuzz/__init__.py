"""Generated inputs by the thousand, at everything that takes something from outside."""

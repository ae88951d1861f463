"""Pictures become readings. Knows no game, no web page and no pin."""

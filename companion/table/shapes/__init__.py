"""The shapes that leave the table: the JSON of pages, API and event stream.

Any text for a player is a ``Text``: a code of the translation catalogue and its parameters, never a
sentence. Names of seats and faces appear as they are.
"""

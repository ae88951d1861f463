"""Path-traced pictures of Carcassonne dice with exact labels: an oracle apart from the readers.

Blender's Cycles draws what light does on a table; faces, surfaces and rules are drawn and computed here
anew, without ``vision`` and ``companion``. Needs the ``bpy`` package (Python 3.11), so it runs in a
virtual environment of its own: ``make path-traced``, or ``python -m tests.rigs.path_traced --help``.

Lengths are millimetres. The table has x to the right, y down as seen from above, z up; its origin is the
point that the camera looks at. Angles are degrees clockwise as seen from above.
"""

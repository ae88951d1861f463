"""Bodies of API requests: types that are checked and described. Those of answers are in ``answers``.

A request's body may hold declared fields only, except ``Sitting`` and ``Move``: the game declares their
other fields.
"""

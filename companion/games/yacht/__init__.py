"""Yacht, the public-domain game of five dice, three throws and a score sheet.

A turn throws five dice, throws any of them again up to twice, and fills one empty box of the own sheet.
``sheets`` holds the boxes as data, ``scoring`` what dice may be scored as, ``rules`` the turn, ``view``
what pages show. A throw names the dice that fell and those that were kept; what to keep is a person's
decision, and so luck alone (``chance``) throws all five.

The advice (``odds``) is exact for one player alone: ``standing`` says what a player's points still to
come hang on, ``values`` reads what each standing is worth from the tables in ``tables/``, and ``turn``
works out one turn on that ground, within milliseconds. ``make_tables`` makes the tables from the rules,
from the end of a game backwards; after any change of a sheet they must be made anew.
"""

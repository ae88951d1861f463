"""Yacht, the public-domain game of five dice, three throws and a score sheet.

In a turn a player throws five dice, throws any of them again up to twice, and fills one empty box.
``sheets`` holds the boxes as data, ``scoring`` says what dice may be scored as, ``rules`` has the turn,
``view`` what pages show. A throw names the dice that fell and those that were kept; what to keep is a
person's decision, so luck alone (``chance``) always throws all five.

The advice (``odds``) is exact for a single player: ``standing`` holds everything that a player's future
points depend on, ``values`` looks up the value of each standing in the tables in ``tables/``, and
``turn`` works out one turn from these, within milliseconds. ``make_tables`` makes the tables from the
rules, from the end of a game backwards; they must be made again after any change of a sheet.
"""

"""Gruftmeister (2003): master and servant hunt treasures in a crypt of twelve parts.

The rules are those of the Czech translation; where they leave a point open, the code marks its own
decision.

A record's first line::

    {"game": "gruftmeister", "seats": ["Ana", "Bob"],
     "options": {"crypt": "our_crypt",          a built-in name, or a whole crypt (see ``crypt``)
                 "places": 1,                   2 or 3: the others play on for second and third place
                 "deal_stones": false},         true: the table deals ``stones``, where none are given
     "layout": [["e", "c+1", "j", "f"], …],     how the twelve parts lie; left out: as the crypt says
     "colours": {"Ana": "red", "Bob": "blue"},  left out: in the crypt's order
     "stones": {"3,4": "sword", …}}             what lies under every chest, coffin and door: only where
                                                luck is to be fixed; at a real table nobody knows it

The first seat is the youngest. The moves, each with its ``seat``; a cell is ``[column, row]``, row
down::

    {"move": "step", "figure": "master", "to": [5, 4]}      steps on chests and won coffins turn them,
    {"move": "found", "thing": "sword"}                     and this says what they show
    {"move": "peek", "door": [5, 3]}
    {"move": "see", "seen": "open"}                         open: the stone goes, the master steps in
    {"move": "see", "seen": "rusted"}                       locked: a secret of that seat
    {"move": "see", "seen": null}                           locked, and not even the machine is told
    {"move": "use_tool", "door": [5, 3], "face": "rusted"}  for all: shown, gone, and stepped in
    {"move": "use_key", "door": [5, 3]}                     until the turn ends: not shown, stepped in
    {"move": "shut_in", "remove": [5, 3]}                   shut in on all sides: that door will go
    {"move": "show", "doors": {"5,3": "rusted", …}}         all doors around, for everybody
    {"move": "fight", "coffin": [7, 0]}
    {"move": "throw", "faces": ["monster", "sword", "back"]}    monster or logo, and every stone thrown
    {"move": "break_off"}
    {"move": "take", "thing": "sword"}
    {"move": "drop", "figure": "servant", "thing": "treasure"}  on one's own start field: home
    {"move": "swap", "to_servant": ["treasure"], "to_master": []}
    {"move": "heal"}                                        a carried heart into the kit
    {"move": "end_turn"}
    {"move": "end_game"}                                    the host's, without a seat: play stands still
    {"move": "play_on"}                                     likewise, after a win: for the next place

``found``, ``see``, ``show`` and ``throw`` report something from the table, or luck. A locked ``see`` is
secret: it may be shown to its own seat only.

One fight alone, as the camera follows it beside a game that is not tracked::

    {"game": "gruftmeister", "seats": ["Ana"], "options": {"fight_only": true},
     "fighter": {"carries": ["sword", "shield"], "hearts": 3}}
    {"seat": "Ana", "move": "throw", "faces": ["logo", "back", "shield"]}
    {"seat": "Ana", "move": "throw", "faces": ["monster", "sword", "back"]}

It ends with the monster dead (the seat wins), the master dead, or ``break_off`` (nobody wins).
"""

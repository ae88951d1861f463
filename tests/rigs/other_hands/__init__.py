"""Other natural hands at the dice games: other rates and other mishaps than random play has.

Written without a look at what judges them, so that a referee fitted to random play is not judged by the
same hands. Dice fall into the lid of a box and touch, lean, land on each other or on the floor; a child
rearranges them or takes one away; knights are stacked; a city is begun anew, or pushed together while
the other hand holds the next throw; cups, sleeves and lamps come and stay. What is true is what the
players meant. The plane, the looks, the runner and the truth are those of random play: nothing is drawn
and no picture is read.
"""

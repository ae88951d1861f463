"""Random natural play of the dice game on a plane: what the table accepts is compared with the truth.

Hands throw dice, put them aside, build and clear as players do. Between any two acts the table may look,
or may not, and hands may rest over dice. The play is made before the table sees it. At every look what
the table has accepted is compared with what truly happened; what it asks is answered truly, or entered.
A move that it accepted without a question and that did not happen is a silent error. Such an error is
*fair* where each throw, and all that was put aside before the next one, got a look, and where no die was
hidden without a sign of it.

Nothing is drawn and no picture is read: the rig says nothing of how well dice are read.
"""

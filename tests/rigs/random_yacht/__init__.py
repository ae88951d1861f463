"""Random natural play of Yacht on a plane: what the table accepts is compared with the truth.

Hands throw, keep some dice where they lie or put them aside, push them, take the others up and throw
again; some of a throw may fall late, the camera is bumped, a hand rests over dice, a face is read with
doubt. Between any two acts the table may look, or may not. A throw that it accepts without a question
and that was not made is a silent error. What it asks is answered truly, most of the time.
"""

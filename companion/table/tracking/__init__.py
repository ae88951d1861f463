"""What hands did between two looks: several hypotheses, each with its probability, and one decision.

Names no game and no kind of piece. A game says which tellings there are of what may have happened (what
each piece that lay there may have come to, how many fresh ones may lie there now) and what each means
for its rules; how well a telling explains a look, which hypotheses are kept, and whether to act, to ask
or to look again is decided here.
"""

"""Whole games whose pictures are only sketched, and whose readings are made of what lies there.

They cost a fifth of games that are drawn and read. What they try is all that comes after the reader:
when the table is read, what hands hide, and above all the referee. They say nothing of how well dice are
read.
"""

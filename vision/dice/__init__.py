"""How pieces are read from pictures of the table.

Every threshold here says its unit, what it is for, and how it was found. Those that cite *1260 dice*
were chosen by hand and then checked by ``tests/benchmarks/test_thresholds.py``: on every third
photograph of two collections of photographs of ordinary dice (828; the networks learnt from most of
these photographs), and on 60 simulated tables of any kind and 20 of the house (432 dice).
"""

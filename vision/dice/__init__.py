"""How pieces are read from pictures of the table.

Every threshold here states its unit, its purpose, and how it was found. Those that cite *1260 dice* were
chosen by hand and then checked by ``tests/benchmarks/test_thresholds.py``: on every third photograph of
two collections of ordinary dice (828 dice; the networks learnt from most of these photographs), and on
60 simulated tables of any kind and 20 of the house (432 dice).
"""

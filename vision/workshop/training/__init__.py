"""How the networks were made: painted dice, synthetic pictures, the networks and their training.

Only the training scripts import torch (the ``train`` extra); nothing outside this folder does.
"""

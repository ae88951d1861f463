"""How the networks came to be: painted dice, made-up pictures, the networks and their training.

Only the scripts that train import torch (the ``train`` extra); nothing outside this folder does.
"""

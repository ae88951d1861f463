"""Labelled pictures spoilt as cameras, lenses and lamps spoil them, and read: what is then sure?"""

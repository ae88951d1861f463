"""The simulated table's hands: moved by a page, or by bots that play a whole evening.

A real table loads nothing of this.
"""

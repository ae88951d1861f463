"""How pieces are read from pictures of the table.

Every threshold here states its unit, its purpose, and how it was found. Every threshold here states its
unit, its purpose, and how it was found.
"""

"""Printed boards with pieces on them: how they are drawn, laid, seen and what is true about them."""

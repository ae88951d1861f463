"""Yacht at the table: five ordinary dice, those that are kept recognised, boxes chosen by tap."""

"""The pages, and everything that browsers fetch for them."""

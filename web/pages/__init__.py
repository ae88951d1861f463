"""The pages, and all that browsers fetch for them."""

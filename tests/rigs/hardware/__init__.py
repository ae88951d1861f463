"""A Linux with a GPIO chip that its kernel simulates: there the box runs on the real libraries."""

"""Which tokens they are: by their colours, and by what is printed on them."""

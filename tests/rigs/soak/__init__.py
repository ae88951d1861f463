"""An evening of two hours with everything that can go wrong, at eight times speed."""

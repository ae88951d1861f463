"""Which caller is who, and what each may see: PIN, codes, tokens."""

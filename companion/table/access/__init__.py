"""Who is who, and what each may be shown: PIN, codes, tokens."""

"""Who is who, and who may be shown what: PIN, codes, tokens."""

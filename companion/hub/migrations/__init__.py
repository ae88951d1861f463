"""The database's form, step by step: what each version of the hub adds stands in ``versions``."""

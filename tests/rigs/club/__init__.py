"""A club night: tables that play by themselves, a hub, its broker and its database."""

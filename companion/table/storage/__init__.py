"""Everything that is stored: the journal and all other files of the data folder."""

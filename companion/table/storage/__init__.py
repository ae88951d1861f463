"""What is kept: the journal and all other files of the data folder."""

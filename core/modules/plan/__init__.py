"""The answers of one list of features as a plan: made once, filled by a few vectors for each selection."""

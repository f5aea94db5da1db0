"""Opening ranges of any length, and what is special about those of 12 and 18 bars."""

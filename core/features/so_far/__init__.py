"""The features of an unfinished session."""

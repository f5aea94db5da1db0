"""The usual questions of the field, the figures that others publish, and what the days and a coin say."""

"""Defects of a file of bars: the table of defects, the checks, the report."""

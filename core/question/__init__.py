"""Questions to a loaded snapshot: filters parsed once, days chosen by comparisons, marks of the results."""

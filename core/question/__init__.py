"""Questions to a loaded snapshot: filters parsed once, days chosen by comparisons, caveats of results."""

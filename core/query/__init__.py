"""Questions to a loaded snapshot: filters parsed once, days chosen by bitmaps, counts for the modules."""

"""Exports: what a file says (`days`, `statistics`), and how each format writes it."""

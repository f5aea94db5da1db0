"""Vendor files of every layout, read into the bars of a symbol."""

"""Vendor files: from a vendor's bytes to bars in the warehouse.

importer      one file into the warehouse: read, searched, merged, written
formats       a file's bytes as bars: one file per format, `any_file` the entry point
zones         which zone the stamps are in, and which end of a bar they mark
findings      defects of a file: the table of defects, the checks, the report
symbols       the symbol and the contracts of its bars
merge         which of two bars of one stamp stays
sources       the source of bars and its priority; its files must match its pin
"""

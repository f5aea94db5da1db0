"""Vendor files: from what a vendor gave to bars in the warehouse.

importer      one file into the warehouse: read, searched, merged, written
formats       a file's bytes as bars: one file per format, `any_file` the way in
zones         which zone the stamps are in, and which end of a bar they mark
findings      what is wrong or odd in a file: the table of defects, the checks, the report
symbols       which symbol its bars are of, and which contracts
merge         which of two bars of one stamp stays
sources       who bars come from, how much each source weighs; its files are held to its pin
"""

"""Exports: what a file says (`contents`), and how each format writes it (`sheets`, `pdf_file`)."""

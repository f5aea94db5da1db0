"""From the bytes of a file to its bars: one file per form, `any_file` the entry point."""

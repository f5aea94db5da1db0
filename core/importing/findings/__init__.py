"""What is wrong or odd in a file of bars: the table of defects, the checks, the report."""

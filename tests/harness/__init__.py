"""One runner and one report for what measures or attacks for minutes: bench, faults, soak, fuzz, security."""

"""What measures or attacks the product for minutes: bench, faults, fuzz, security, soak."""

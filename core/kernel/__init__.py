"""What a filtered answer costs most of, in C: compiled by the set-up, called through ctypes, never needed."""

"""The proof of what a build made: figures recomputed, the pack read back, what features have to keep."""

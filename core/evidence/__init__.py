"""The proof of a build: figures recomputed, the pack read back, properties of features checked."""

"""Which zone the stamps of a file are in, and which end of a bar they mark."""

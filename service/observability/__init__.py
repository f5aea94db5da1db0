"""What the service tells who runs it: its log, its figures, and who signed in."""

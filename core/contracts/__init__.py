"""Light types and constants that every part of the product shares."""

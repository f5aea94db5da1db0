"""Light shapes and words that every part of the product shares."""

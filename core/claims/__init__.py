"""The usual questions of the field, published figures, and the answers by days and by a coin."""

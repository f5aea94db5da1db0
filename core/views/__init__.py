"""Views of a question: what an answer shows of the days that match."""

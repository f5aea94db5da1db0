"""Views of a question: the parts of an answer about the matching days."""

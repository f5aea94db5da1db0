"""The features of a session that is not over."""

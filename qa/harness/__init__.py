"""The runner and the report that all of them share."""

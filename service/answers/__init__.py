"""The calls of the API, one file per group: thin shells around core."""

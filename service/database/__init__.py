"""Records of members and notes in a database: SQLite in the state folder, or Redis."""

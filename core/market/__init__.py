"""The market itself: calendar, clock, sessions, levels, EMA and rolls. No files, no warehouse."""

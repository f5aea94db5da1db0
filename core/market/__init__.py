"""From a vendor's file to sessions: calendar, session clock, import, quality, rolls, sample data."""

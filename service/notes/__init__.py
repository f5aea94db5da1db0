"""What members keep and are sent: day lists, short links, days of the quiz, watches and alerts."""

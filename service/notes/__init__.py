"""What members keep and are sent: day lists, short links, rounds of the quiz, watches and alerts."""

"""From feature columns to the serving pack that answers them, and the proof that both say the same."""

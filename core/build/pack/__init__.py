"""From feature columns to the serving pack, and the proof that both agree."""

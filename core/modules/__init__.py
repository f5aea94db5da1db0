"""Probability modules: pure functions of a feature's counts on the matched and the other days."""

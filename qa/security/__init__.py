"""Attacks on the running service, each a test that names it."""

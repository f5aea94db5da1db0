"""Inputs that nobody would write, given to everything that reads what comes from outside."""

"""Mutation testing: how many small faults in the code its tests notice."""

"""Dagster's assets: the tables of a night, in the order in which they are made from each other."""

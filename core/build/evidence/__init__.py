"""The nightly second opinion on the figures, and what the years say of them (heavy; ruling 13)."""

"""The AMA price-action signals (source: design/ama.md): one function of bars and settings."""

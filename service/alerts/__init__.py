"""Alerts: when a watched preset matches the next session, a message leaves, once."""

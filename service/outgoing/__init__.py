"""What the service sends on its own: mail, and messages to hooks."""

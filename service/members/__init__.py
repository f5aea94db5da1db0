"""Members: how they enter and sign in, what they may use, how often they may call, and erasure."""

"""Who may call, and what their tier may use."""

"""From bars to a published snapshot, and the checks in between."""

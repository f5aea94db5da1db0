"""What is served: snapshots and their sources, questions to them, charts, and the answers that are kept."""

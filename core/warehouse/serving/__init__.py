"""The parts of a snapshot that a service reads: its pack, the index for questions, the bars of charts."""

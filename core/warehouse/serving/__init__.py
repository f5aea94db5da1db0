"""What a service reads of a snapshot: its pack, the index that answers questions, the bars of its charts."""

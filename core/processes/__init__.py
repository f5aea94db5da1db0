"""Child processes with limits: the one place that starts them, ends them and reads their answers."""

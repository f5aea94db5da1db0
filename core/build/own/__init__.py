"""A maintainer's own features: files of a folder, checked and computed in a process of their own."""

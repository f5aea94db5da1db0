"""Session Almanac for analysts: a client that gives data frames, and what own features are written with."""

"""One engine for every statistic: columns of codes, counts by group of days, figures, tests, answers."""

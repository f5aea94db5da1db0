"""Reading the bar files that data vendors hand out, whatever their layout."""

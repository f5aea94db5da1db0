"""What the product knows, free of frameworks and of the network."""

"""The product's rules and figures, independent of frameworks and of the network."""

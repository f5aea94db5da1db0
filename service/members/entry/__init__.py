"""Entry from the course platform: what an address must bear, who vouches for it, and whom it lets in."""

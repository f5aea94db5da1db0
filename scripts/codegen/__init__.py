"""What `make codegen` writes from the code, a file for each document; no part of the product."""

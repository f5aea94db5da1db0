"""Markets made by a coin: how often the product says that something differs where nothing does."""

"""An error that ends a step."""


class Trouble(Exception):
    """Something did not come, or is missing."""

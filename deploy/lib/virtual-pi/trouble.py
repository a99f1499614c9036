"""What ends a step of the story."""


class Trouble(Exception):
    """Something did not come, or was not there."""

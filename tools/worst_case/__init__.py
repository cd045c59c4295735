"""Proves upper bounds on the instructions of a firmware image: the modules behind tools/bounds."""


class Refused(Exception):
    """A reason why an image has no bound."""

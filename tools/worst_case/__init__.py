"""Proven upper bounds on the instructions of a firmware image: what tools/bounds is made of."""


class Refused(Exception):
    """What leaves an image without a bound."""

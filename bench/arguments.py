"""What several benchmarks take as arguments."""

import argparse


def positive(text: str) -> int:
    """Read a number of games, positions or processes, of which there must be one."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return number

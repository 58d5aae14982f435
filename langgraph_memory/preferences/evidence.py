"""What a signal is worth: the log-odds of its confidence."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

_SUREST = 0.99


def confident(confidence: float, values: int) -> float:
    """A confidence within what evidence can have: from mere chance to nearly sure.

    Args:
        confidence: Probability, 0..1, that the signal names the right value.
        values: How many values the dimension has, at least 2.

    Returns:
        It, at least 1/values, at most 0.99.
    """
    return min(max(confidence, 1 / values), _SUREST)


def log_odds(confidence: float, values: int) -> float:
    """How much a signal speaks for its value, against any other one.

    A signal names the right value with probability c and each of the k − 1 others with
    (1 − c)/(k − 1); so the likelihood ratio is (k − 1)·c/(1 − c).

    Args:
        confidence: As for `confident`.
        values: As for `confident`.

    Returns:
        Natural logarithm of the ratio; 0 for mere chance.
    """
    sure = confident(confidence, values)
    return max(0.0, log((values - 1) * sure / (1 - sure)))


def weight(confidence: float, values: int) -> float:
    """The same, in units of a signal of confidence ¾.

    For three values: ln(2c/(1 − c)) / ln 6.

    Args:
        confidence: As for `confident`.
        values: As for `confident`.

    Returns:
        0 for mere chance, 1 for c = ¾, about 2.95 at most for three values.
    """
    return log_odds(confidence, values) / log(3 * (values - 1))


def likelihoods(shares: Sequence[float], confidence: float, values: int) -> list[float]:
    """How probable a signal was, to those who believed in its value so much.

    Args:
        shares: Their beliefs, 0..1 each.
        confidence: As for `confident`.
        values: As for `confident`.

    Returns:
        Probabilities of the signal, more than 0.
    """
    right = confident(confidence, values)
    wrong = (1 - right) / (values - 1)
    return [share * right + (1 - share) * wrong for share in shares]

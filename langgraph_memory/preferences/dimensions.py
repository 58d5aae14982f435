"""What a preference can be about: a dimension and the values it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from langgraph_memory.errors import ConfigError

Vector = tuple[float, ...]
"""Shares of the values of one dimension, in their order; they sum to 1."""

_LEAST_VALUES = 2
_ROUNDING = 1e-6


@dataclass(frozen=True, kw_only=True)
class Dimension:
    """One respect in which users differ.

    Attributes:
        name: What it is called; the tags of the view and the store use it.
        values: Its values, at least two, all different.
        label: What the view calls it; empty: the name.
    """

    name: str
    values: tuple[str, ...]
    label: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be told apart.

        Raises:
            ConfigError: When the name is empty, or the values are fewer than two, empty
                or not all different.
        """
        if not self.name.strip():
            msg = "Dimension.name must not be empty"
            raise ConfigError(msg)
        few = len(self.values) < _LEAST_VALUES or len(set(self.values)) < len(self.values)
        if few or not all(value.strip() for value in self.values):
            msg = (
                f"Dimension.values must be two or more different names, not {self.values!r}"
            )
            raise ConfigError(msg)

    def place(self, value: str) -> int:
        """Where a value stands among `values`.

        Raises:
            ConfigError: When the dimension does not have it.
        """
        if value not in self.values:
            msg = f"{self.name} has the values {self.values}, not {value!r}"
            raise ConfigError(msg)
        return self.values.index(value)

    def vector(self, given: str | Sequence[float]) -> Vector:
        """A value, or shares of all values, as shares.

        Raises:
            ConfigError: When the value is unknown, or the shares are not one for each
                value, not within 0..1, or do not sum to 1.
        """
        if isinstance(given, str):
            at = self.place(given)
            return tuple(float(place == at) for place in range(len(self.values)))
        shares = tuple(float(share) for share in given)
        fits = len(shares) == len(self.values) and all(0 <= share <= 1 for share in shares)
        if not fits or abs(sum(shares) - 1) > _ROUNDING:
            msg = f"shares of {self.name} must be one for each value, sum 1, not {given!r}"
            raise ConfigError(msg)
        return shares


LENGTH = Dimension(
    name="response_length", values=("short", "medium", "detailed"), label="replies"
)
STYLE = Dimension(
    name="response_style", values=("casual", "neutral", "formal"), label="style"
)
DENSITY = Dimension(
    name="information_density", values=("simple", "balanced", "deep"), label="content"
)
FREQUENCY = Dimension(
    name="interaction_frequency",
    values=("reserved", "balanced", "proactive"),
    label="initiative",
)
EMOJIS = Dimension(name="emojis", values=("none", "some"), label="emojis")

DIMENSIONS: tuple[Dimension, ...] = (LENGTH, STYLE, DENSITY, FREQUENCY)
"""The four dimensions of PAMU."""


def by_name(dimensions: Sequence[Dimension]) -> Mapping[str, Dimension]:
    """Dimensions by their names.

    Raises:
        ConfigError: When two have the same name.
    """
    found = {dimension.name: dimension for dimension in dimensions}
    if len(found) < len(dimensions):
        msg = f"dimensions must have different names: {[one.name for one in dimensions]}"
        raise ConfigError(msg)
    return found

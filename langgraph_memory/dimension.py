"""What a preference can be about: a dimension and the values it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
        phrases: By value, what users say who want it, in English or Chinese, such as
            `{"metric": ("use metric units", "用公制")}`. A phrase counts where it makes up
            its clause, but for words such as please, always or 以后.
        hears: Given what a user wrote, the value that he asks for, or None.
    """

    name: str
    values: tuple[str, ...]
    label: str = ""
    phrases: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    hears: Callable[[str], str | None] | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be told apart.

        Raises:
            ConfigError: When the name is empty, the values are fewer than two, empty or not
                all different, or there are phrases of none of them, or empty ones.
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
        given: Mapping[str, Any] = self.phrases
        for value, phrases in given.items():
            self.place(value)
            alone = isinstance(phrases, str)  # a text is a sequence of texts, too
            if alone or not all(isinstance(one, str) and one.strip() for one in phrases):
                msg = f"Dimension.phrases must be texts by value, not {phrases!r}"
                raise ConfigError(msg)
        hears: Any = self.hears
        if hears is not None and not callable(hears):
            msg = f"Dimension.hears must be a function of a text, not {self.hears!r}"
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

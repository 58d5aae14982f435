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
            ConfigError: When something is of the wrong kind, the name is empty, the values
                are fewer than two, empty or not all different, or there are phrases of none
                of them, of two of them, or empty ones.
        """
        name: Any = self.name
        label: Any = self.label
        if not isinstance(name, str) or not name.strip():
            msg = f"Dimension.name must be a text that is not empty, not {self.name!r}"
            raise ConfigError(msg)
        if not isinstance(label, str):
            msg = f"Dimension.label must be a text, not {self.label!r}"
            raise ConfigError(msg)
        if not _names(self.values):
            msg = (
                "Dimension.values must be a tuple of two or more different names, not "
                f"{self.values!r}"
            )
            raise ConfigError(msg)
        self._check_phrases()
        hears: Any = self.hears
        if hears is not None and not callable(hears):
            msg = f"Dimension.hears must be a function of a text, not {self.hears!r}"
            raise ConfigError(msg)

    def _check_phrases(self) -> None:
        given: Any = self.phrases
        if not isinstance(given, Mapping):
            msg = f"Dimension.phrases must be texts by value, not {given!r}"
            raise ConfigError(msg)
        means: dict[str, str] = {}
        for value, phrases in given.items():
            self.place(value)
            alone = isinstance(phrases, str)  # a text is a sequence of texts, too
            several = isinstance(phrases, Sequence) and not alone
            if not several or not all(isinstance(o, str) and o.strip() for o in phrases):
                msg = f"Dimension.phrases must be texts by value, not {phrases!r}"
                raise ConfigError(msg)
            for phrase in phrases:
                if means.setdefault(" ".join(phrase.lower().split()), value) != value:
                    msg = f"Dimension.phrases must mean one value each, not {phrase!r} two"
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


def _names(values: Any) -> bool:
    """Whether these are two or more different texts."""
    return (
        isinstance(values, tuple)
        and all(isinstance(value, str) and value.strip() for value in values)
        and len(set(values)) == len(values) >= _LEAST_VALUES
    )

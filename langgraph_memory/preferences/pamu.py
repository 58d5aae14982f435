"""PAMU as it was proposed: a short window and a long moving average, fused.

"Preference-Aware Memory Update" (arXiv 2510.09720). Each observation of a dimension is a
vector over its values. The short-term estimate looks at a sliding window, the long-term one
at everything, and fixed weights fuse both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from langgraph_memory.errors import ConfigError
from langgraph_memory.preferences.dimensions import (
    DIMENSIONS,
    Dimension,
    Vector,
    by_name,
)


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What is thought of one dimension: shares of its values.

    Attributes:
        short: Of the window, by value.
        long: Of everything, older observations counting less, by value.
        fused: Both, weighted, by value.
    """

    short: Mapping[str, float]
    long: Mapping[str, float]
    fused: Mapping[str, float]

    @property
    def value(self) -> str:
        """The value with the largest fused share; of equals, the first."""
        return max(self.fused, key=lambda value: self.fused[value])


@dataclass(frozen=True, kw_only=True)
class Pamu:
    """Short- and long-term estimates of every dimension; a value, never changed in place.

    Attributes:
        dimensions: What is followed; others can be added.
        window: Observations that the short-term estimate looks at, at least 1.
        short_alpha: Weight of the newer one, more than 0 to 1, when the window is folded
            oldest first (s₁ = p₁, s ← α·p + (1 − α)·s); None: the window's plain mean.
        long_beta: What the long-term estimate keeps at each observation, 0 to less than 1
            (l₁ = p₁, l ← β·l + (1 − β)·p).
        fusion: Weights of short and long, not negative, sum 1.
        windows: The observations in each window, oldest first.
        longs: The long-term estimates.
    """

    dimensions: tuple[Dimension, ...] = DIMENSIONS
    window: int = 10
    short_alpha: float | None = 0.3
    long_beta: float = 0.95
    fusion: tuple[float, float] = (0.4, 0.6)
    windows: Mapping[str, tuple[Vector, ...]] = field(default_factory=dict)
    longs: Mapping[str, Vector] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse settings out of their range.

        Raises:
            ConfigError: It names the setting.
        """
        by_name(self.dimensions)
        _require("window", self.window, holds=self.window >= 1)
        alpha = self.short_alpha
        _require("short_alpha", alpha, holds=alpha is None or 0 < alpha <= 1)
        _require("long_beta", self.long_beta, holds=0 <= self.long_beta < 1)
        whole = abs(sum(self.fusion) - 1) < 1e-9 and min(self.fusion) >= 0  # noqa: PLR2004 - rounding
        _require("fusion", self.fusion, holds=whole)

    def observed(self, observation: Mapping[str, str | Sequence[float]]) -> Pamu:
        """Take in what one turn showed.

        Args:
            observation: Dimension → a value of it, or shares of all its values. What is
                missing stays missing.

        Returns:
            The estimates after it.

        Raises:
            ConfigError: When a dimension or value is unknown, or shares are none.
        """
        known = by_name(self.dimensions)
        windows, longs = dict(self.windows), dict(self.longs)
        for name, given in observation.items():
            if name not in known:
                msg = f"unknown dimension {name!r}; there are {sorted(known)}"
                raise ConfigError(msg)
            new = known[name].vector(given)
            windows[name] = (*windows.get(name, ()), new)[-self.window :]
            longs[name] = _blend(1 - self.long_beta, new, longs.get(name, new))
        return replace(self, windows=windows, longs=longs)

    def get_context(self) -> Mapping[str, Estimate]:
        """The estimates of every dimension of which something was observed."""
        found = {}
        for dimension in self.dimensions:
            window = self.windows.get(dimension.name)
            if window is None:
                continue
            short, long = self._short(window), self.longs[dimension.name]
            fused = _blend(self.fusion[0], short, long)
            found[dimension.name] = Estimate(
                short=_named(dimension, short),
                long=_named(dimension, long),
                fused=_named(dimension, fused),
            )
        return found

    def _short(self, window: tuple[Vector, ...]) -> Vector:
        if self.short_alpha is None:
            return tuple(sum(column) / len(window) for column in zip(*window, strict=True))
        short = window[0]
        for new in window[1:]:
            short = _blend(self.short_alpha, new, short)
        return short


def _blend(share: float, new: Vector, old: Vector) -> Vector:
    return tuple(share * a + (1 - share) * b for a, b in zip(new, old, strict=True))


def _named(dimension: Dimension, shares: Vector) -> Mapping[str, float]:
    return dict(zip(dimension.values, shares, strict=True))


def _require(name: str, value: object, *, holds: bool) -> None:
    if not holds:
        msg = f"Pamu.{name} is out of its range: {value!r}"
        raise ConfigError(msg)

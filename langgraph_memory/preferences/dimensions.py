"""The dimensions that are followed unless the user adds others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langgraph_memory.dimension import Dimension, Vector
from langgraph_memory.errors import ConfigError

__all__ = [
    "DENSITY",
    "DIMENSIONS",
    "EMOJIS",
    "FREQUENCY",
    "LENGTH",
    "STYLE",
    "Dimension",
    "Vector",
    "by_name",
]

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
    label="questions and suggestions",
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

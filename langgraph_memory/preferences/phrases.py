"""Whether the phrases of a dimension can be heard at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from langgraph_memory.dimension import Dimension
from langgraph_memory.errors import ConfigError
from langgraph_memory.preferences.signals import signals_in


def check_phrases(dimensions: Iterable[Dimension]) -> None:
    """Refuse phrases that would not be heard from one who says just that.

    Args:
        dimensions: What is followed beside the usual ones.

    Raises:
        ConfigError: It names the phrase: one that reads as the words of others or as a
            question, or that does not make up a clause.
    """
    for dimension in dimensions:
        alone = replace(dimension, hears=None)
        for value, phrases in dimension.phrases.items():
            for phrase in phrases:
                heard = signals_in(phrase, (alone,))
                if not any(
                    (s.dimension, s.value) == (dimension.name, value) for s in heard
                ):
                    msg = (
                        f"Dimension.phrases of {dimension.name}: {phrase!r} can never be "
                        f"heard; write a plain clause, or tell it by `hears`"
                    )
                    raise ConfigError(msg)

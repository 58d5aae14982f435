"""The arguments of `condense`, checked: a wrong one raises a `ConfigError`."""

from __future__ import annotations

from typing import Any

from langgraph_memory._checked import check_that
from langgraph_memory.cards.selection.statistics import NOTHING_LEARNED, Statistics
from langgraph_memory.config import CardConfig, MemoryConfig
from langgraph_memory.errors import ConfigError


def check_limit(limit: Any) -> None:
    """Refuse what bounds no conversation."""
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int)):
        msg = f"max_tokens must be an integer, such as 8000, not {limit!r}"
        raise ConfigError(msg)


def check_share(limit: Any) -> None:
    """Refuse what bounds no outputs of tools."""
    known = isinstance(limit, int | float) and not isinstance(limit, bool)
    if limit is None or (known and limit >= 0 and (isinstance(limit, int) or limit <= 1)):
        return
    msg = f"max_tool_tokens must be a share from 0 to 1 or an integer, not {limit!r}"
    raise ConfigError(msg)


def card_config(config: Any) -> CardConfig:
    """The settings of cards among those given."""
    if config is None:
        return CardConfig()
    if not isinstance(config, MemoryConfig | CardConfig):
        msg = f"config must be a MemoryConfig or a CardConfig, not {config!r}"
        raise ConfigError(msg)
    return config.cards if isinstance(config, MemoryConfig) else config


def statistics_of(given: Any) -> Statistics:
    """What other conversations taught, or nothing."""
    wanted = "Statistics, such as learn_statistics([messages]) gives"
    check_that(given is None or isinstance(given, Statistics), "statistics", given, wanted)
    return given or NOTHING_LEARNED

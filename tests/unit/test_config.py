from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from langgraph_memory.config import (
    CardConfig,
    ExperienceConfig,
    MemoryConfig,
    PruneConfig,
    RecallConfig,
)
from langgraph_memory.errors import ConfigError

CONFIGS = (CardConfig, RecallConfig, ExperienceConfig, PruneConfig, MemoryConfig)
NAN, INFINITY = float("nan"), float("inf")

SHARES = [
    (CardConfig, "threshold"),
    (RecallConfig, "refill"),
    (RecallConfig, "block_share"),
    (RecallConfig, "floor"),
    (RecallConfig, "lexical_weight"),
    (ExperienceConfig, "threshold"),
    (ExperienceConfig, "duplicate_cosine"),
    (ExperienceConfig, "min_utility"),
    (PruneConfig, "max_share"),
]
COUNTS = [
    (CardConfig, "max_tokens"),
    (CardConfig, "summary_tokens"),
    (RecallConfig, "view_tokens"),
    (RecallConfig, "limit"),
    (RecallConfig, "record_tokens"),
    (ExperienceConfig, "limit"),
    (ExperienceConfig, "min_retrievals"),
    (PruneConfig, "every_writes"),
    (PruneConfig, "slice"),
]
SPANS = [
    (MemoryConfig, "retention_days"),
    (MemoryConfig, "model_seconds"),
    (PruneConfig, "every_seconds"),
]
NONE_ALLOWED = {(ExperienceConfig, "max_retries"), (CardConfig, "summaries")}


@pytest.mark.parametrize("config", CONFIGS)
def test_defaults_are_valid_and_equal(config: type[Any]) -> None:
    """Each configuration works without an argument, and two of them are one value."""
    assert config() == config()


@pytest.mark.parametrize("config", CONFIGS)
def test_settings_cannot_be_changed(config: type[Any]) -> None:
    """A setting is fixed once made."""
    with pytest.raises(FrozenInstanceError):
        setattr(config(), fields(config)[0].name, None)


@pytest.mark.parametrize("config", CONFIGS)
def test_settings_are_given_by_name(config: type[Any]) -> None:
    """No setting can be given by its position."""
    with pytest.raises(TypeError, match="positional"):
        config(0.5)


@pytest.mark.parametrize(("config", "name"), SHARES)
def test_shares_lie_between_0_and_1(config: type[Any], name: str) -> None:
    """Both ends are allowed; beyond them the error names field and value."""
    assert getattr(config(**{name: 0}), name) == 0
    assert getattr(config(**{name: 1}), name) == 1
    for wrong in (-0.01, 1.01, NAN):
        with pytest.raises(ConfigError, match=rf"{config.__name__}\.{name} .* not {wrong}"):
            config(**{name: wrong})


@pytest.mark.parametrize(("config", "name"), COUNTS)
def test_counts_are_at_least_1(config: type[Any], name: str) -> None:
    """A count of zero, less, or no number at all is refused by name."""
    assert getattr(config(**{name: 1}), name) == 1
    for wrong in (0, -1, NAN):
        with pytest.raises(ConfigError, match=rf"{config.__name__}\.{name} .*at least 1"):
            config(**{name: wrong})


@pytest.mark.parametrize(("config", "name"), SPANS)
def test_spans_can_be_added_to_a_date(config: type[Any], name: str) -> None:
    """A span of no time, or one that no calendar holds, is refused by name."""
    for wrong in (0, -1, NAN, INFINITY, 1e12):
        with pytest.raises(ConfigError, match=rf"{config.__name__}\.{name} .*more than 0"):
            config(**{name: wrong})


def test_no_retries_are_allowed() -> None:
    """Retries may be switched off, but not negative."""
    assert ExperienceConfig(max_retries=0).max_retries == 0
    with pytest.raises(ConfigError, match="max_retries"):
        ExperienceConfig(max_retries=-1)


def test_no_summaries_are_allowed() -> None:
    """Summaries may be switched off, but not negative."""
    assert CardConfig(summaries=0).summaries == 0
    with pytest.raises(ConfigError, match="summaries"):
        CardConfig(summaries=-1)


def test_choices_are_checked() -> None:
    """A word that is none of the choices is refused with the choices."""
    for archive in ("all", "compact", "none"):
        assert MemoryConfig(archive=archive).archive == archive
    with pytest.raises(
        ConfigError, match=r"archive must be one of \('all', 'compact', 'none'\)"
    ):
        MemoryConfig(archive="some")  # type: ignore[arg-type] # the point of the test
    with pytest.raises(ConfigError, match="task_mode must be one of"):
        CardConfig(task_mode="fast")  # type: ignore[arg-type] # the point of the test


def test_every_number_is_checked() -> None:
    """No numeric setting is left out of the tests above."""
    numbers = {
        (config, field.name)
        for config in CONFIGS
        for field in fields(config)
        if field.type in ("int", "float")
    }
    assert numbers == {*SHARES, *COUNTS, *SPANS, *NONE_ALLOWED}

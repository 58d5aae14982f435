from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage

from langgraph_memory import Memory, Weights, condense
from langgraph_memory.config import (
    CardConfig,
    ExperienceConfig,
    MemoryConfig,
    PreferenceConfig,
    PruneConfig,
    RecallConfig,
)
from langgraph_memory.errors import ConfigError
from langgraph_memory.weights import OptionWeights

CONFIGS = (
    *(CardConfig, RecallConfig, ExperienceConfig, PreferenceConfig, PruneConfig),
    MemoryConfig,
)
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
    (MemoryConfig, "model_tokens"),
    (ExperienceConfig, "limit"),
    (ExperienceConfig, "min_retrievals"),
    (ExperienceConfig, "never_fired"),
    (PruneConfig, "every_writes"),
    (PruneConfig, "slice"),
]
SPANS = [
    (MemoryConfig, "retention_days"),
    (MemoryConfig, "model_seconds"),
    (MemoryConfig, "embed_seconds"),
    (MemoryConfig, "store_seconds"),
    (RecallConfig, "rewrite_seconds"),
    (PreferenceConfig, "ask_seconds"),
    (PruneConfig, "every_seconds"),
]
RESULT = [
    AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": "1"}]),
    ToolMessage("{}", tool_call_id="1"),
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
    """A count of zero or less is refused by name."""
    assert getattr(config(**{name: 1}), name) == 1
    for wrong in (0, -1):
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


@pytest.mark.parametrize(("config", "name"), [*SHARES, *COUNTS, *SPANS, *NONE_ALLOWED])
@pytest.mark.parametrize("wrong", ["8k", True, None, [1], CardConfig()])
def test_what_is_no_number_is_refused_with_an_example(
    config: type[Any], name: str, wrong: Any
) -> None:
    """Text, yes and no, nothing, lists and other settings are no numbers."""
    default = getattr(config(), name)
    wanted = rf"{config.__name__}\.{name} must be an? \w+, such as {default}, not "
    with pytest.raises(ConfigError, match=wanted):
        config(**{name: wrong})


@pytest.mark.parametrize(("config", "name"), [*COUNTS, *NONE_ALLOWED])
@pytest.mark.parametrize("wrong", [2.5, NAN, INFINITY])
def test_counts_are_whole(config: type[Any], name: str, wrong: float) -> None:
    """Half a token, or infinitely many, cannot be counted."""
    with pytest.raises(ConfigError, match=f"{name} must be an integer"):
        config(**{name: wrong})


@pytest.mark.parametrize("wrong", ["read_file", ["read_file"], (1,)])
def test_names_are_a_tuple(wrong: Any) -> None:
    """One name, or what can be changed, is not taken for several."""
    assert RecallConfig(protect=("read_file",)).protect == ("read_file",)
    with pytest.raises(ConfigError, match="protect must be a tuple of str, such as"):
        RecallConfig(protect=wrong)


def test_settings_of_another_part_are_refused() -> None:
    """What belongs elsewhere, or is no setting, is not taken."""
    with pytest.raises(ConfigError, match="cards must be a CardConfig, not a RecallConfig"):
        MemoryConfig(cards=RecallConfig())  # type: ignore[arg-type] # the point of the test
    with pytest.raises(ConfigError, match="weights must be a Weights or None, not 3"):
        CardConfig(weights=3)  # type: ignore[arg-type] # the point of the test
    with pytest.raises(
        ConfigError, match=r"Weights\.start must be a number, such as -5\.5"
    ):
        Weights(start="low")  # type: ignore[arg-type] # the point of the test


@pytest.mark.parametrize("wrong", [(), (1.0, NAN), (INFINITY,)])
def test_what_options_add_is_finite(wrong: tuple[float, ...]) -> None:
    """And there is at least one step."""
    with pytest.raises(ConfigError, match=r"OptionWeights\.wish must be finite, and"):
        OptionWeights(wish=wrong)
    with pytest.raises(ConfigError, match="wish must be a tuple of float"):
        OptionWeights(wish=[1.0])  # type: ignore[arg-type] # the point of the test


@pytest.mark.parametrize("wrong", [CardConfig(), RecallConfig()])
def test_a_memory_says_where_settings_of_a_part_go(wrong: Any) -> None:
    """The error is what to write."""
    kind = type(wrong).__name__
    part = {"CardConfig": "cards", "RecallConfig": "recall"}[kind]
    write = rf"not a {kind}; write config=MemoryConfig\({part}={kind}\(\.\.\.\)\)"
    with pytest.raises(ConfigError, match=write):
        Memory(config=wrong)


@pytest.mark.parametrize("wrong", [None, 3, "search", {"name": "search"}])
def test_tools_are_a_list(wrong: Any) -> None:
    """One tool, or none, is not taken for several."""
    for call in (
        lambda: Memory(tools=wrong),
        lambda: Memory().with_tools(wrong),
        lambda: condense([("user", "Hi"), *RESULT], tools=wrong),
    ):
        with pytest.raises(ConfigError, match="tools must be a list of tools, not"):
            call()


@pytest.mark.parametrize("wrong", ["8k", True, 0.5])
def test_limits_of_condense_are_integers(wrong: Any) -> None:
    """A limit of all messages is a number of tokens, and its settings are settings."""
    with pytest.raises(ConfigError, match="max_tokens must be an integer, such as 8000"):
        condense([], max_tokens=wrong)
    with pytest.raises(ConfigError, match="config must be a MemoryConfig or a CardConfig"):
        condense([], config=wrong)


def test_every_number_is_checked() -> None:
    """No numeric setting is left out of the tests above."""
    numbers = {
        (config, field.name)
        for config in CONFIGS
        for field in fields(config)
        if field.type in ("int", "float")
    }
    assert numbers == {*SHARES, *COUNTS, *SPANS, *NONE_ALLOWED}

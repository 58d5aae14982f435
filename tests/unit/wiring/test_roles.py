"""One model for all roles, or one for each."""

from __future__ import annotations

import pytest

from langgraph_memory import ConfigError, Memory
from langgraph_memory.testing import ScriptedChatModel
from langgraph_memory.wiring.roles import ROLES, models_by_role

MODEL, SMALL = ScriptedChatModel(script=[]), ScriptedChatModel(script=[])


def test_one_model_serves_all_roles() -> None:
    """A model alone is asked about everything."""
    assert models_by_role(MODEL) == dict.fromkeys(ROLES, MODEL)


def test_a_mapping_gives_some_roles_a_model() -> None:
    """The roles left out, or given None, are left to rules."""
    given = {"cards": SMALL, "reflect": MODEL, "distil": None}
    assert models_by_role(given) == {"cards": SMALL, "reflect": MODEL}
    assert models_by_role(None) == models_by_role({}) == {}


def test_case_75_an_unknown_role_is_refused_with_the_known_ones() -> None:
    """A slip of the pen shows when the memory is made, not in some turn."""
    with pytest.raises(
        ConfigError, match=r"'card'.*'cards', 'rewrite', 'distil', 'judge', 'reflect'"
    ):
        Memory(model={"card": MODEL})


@pytest.mark.parametrize("wrong", ["gpt", {"cards": 3}])
def test_case_75_what_is_no_model_is_refused(wrong: object) -> None:
    """A name of a model, or anything else that cannot be asked, is named."""
    with pytest.raises(ConfigError, match="must be a LangChain chat model"):
        Memory(model=wrong)  # type: ignore[arg-type]  # the point of the test


def test_a_model_with_fallbacks_is_a_model() -> None:
    """What LangChain wraps around a model serves too."""
    wrapped = MODEL.with_fallbacks([SMALL])
    assert Memory(model={"cards": wrapped}).settings.models == {"cards": wrapped}

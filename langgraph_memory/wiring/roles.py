"""Which chat model the memory asks for what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.runnables import Runnable

from langgraph_memory._outside import ROLES, ChatModel, Role
from langgraph_memory.errors import ConfigError


def models_by_role(
    model: ChatModel | Mapping[str, ChatModel | None] | None,
) -> dict[Role, ChatModel]:
    """The models by role.

    Args:
        model: One for all roles, one or None for some of them, or None.

    Returns:
        The roles that have a model; the others are left to rules.

    Raises:
        ConfigError: When there is no such role, or no such model.
    """
    if not isinstance(model, Mapping):
        model = dict.fromkeys(ROLES, model)
    unknown = [role for role in model if role not in ROLES]
    if unknown:
        names, known = (", ".join(map(repr, roles)) for roles in (unknown, ROLES))
        msg = f"the memory's model has no role {names}; its roles are {known}"
        raise ConfigError(msg)
    return {role: _checked(model[role]) for role in ROLES if model.get(role) is not None}


def _checked(model: Any) -> ChatModel:
    if not isinstance(model, Runnable):
        msg = f"the memory's model must be a LangChain chat model, not {model!r:.80}"
        raise ConfigError(msg)
    return model

"""Decision-centred memory for LangGraph agents.

A name is imported when it is first used, so that this import costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langgraph_memory.cards.card import DecisionCard
    from langgraph_memory.cards.likings import Liking
    from langgraph_memory.cards.reason import Reason
    from langgraph_memory.cards.selection.statistics import Statistics
    from langgraph_memory.config import (
        CardConfig,
        ExperienceConfig,
        MemoryConfig,
        PreferenceConfig,
        PruneConfig,
        RecallConfig,
    )
    from langgraph_memory.dimension import Dimension
    from langgraph_memory.errors import (
        ConfigError,
        IndexMismatchError,
        LangGraphMemoryError,
        MemoryWarning,
        ModelReplyError,
        ScopeError,
        StoreError,
        WiringError,
    )
    from langgraph_memory.experiences.acquired import Acquired
    from langgraph_memory.experiences.experience import Experience
    from langgraph_memory.experiences.reward import DialogueReward
    from langgraph_memory.index.chroma import ChromaIndex
    from langgraph_memory.index.exact import ExactIndex
    from langgraph_memory.index.multilingual import MultilingualEmbeddings
    from langgraph_memory.pool import Pool
    from langgraph_memory.preferences.profile import PreferenceProfile
    from langgraph_memory.recall.condensing import condense
    from langgraph_memory.recall.learning import learn_statistics
    from langgraph_memory.recall.reasons import why
    from langgraph_memory.scope import Scope
    from langgraph_memory.state import MemoryState
    from langgraph_memory.store import CheckpointStore, ServerStore
    from langgraph_memory.weights import Weights
    from langgraph_memory.wiring import Memory, add_memory
    from langgraph_memory.wiring.tuned import Tuned

__all__ = [
    "Acquired",
    "CardConfig",
    "CheckpointStore",
    "ChromaIndex",
    "ConfigError",
    "DecisionCard",
    "DialogueReward",
    "Dimension",
    "ExactIndex",
    "Experience",
    "ExperienceConfig",
    "IndexMismatchError",
    "LangGraphMemoryError",
    "Liking",
    "Memory",
    "MemoryConfig",
    "MemoryState",
    "MemoryWarning",
    "ModelReplyError",
    "MultilingualEmbeddings",
    "Pool",
    "PreferenceConfig",
    "PreferenceProfile",
    "PruneConfig",
    "Reason",
    "RecallConfig",
    "Scope",
    "ScopeError",
    "ServerStore",
    "Statistics",
    "StoreError",
    "Tuned",
    "Weights",
    "WiringError",
    "add_memory",
    "condense",
    "learn_statistics",
    "why",
]

_HOMES = {
    "Acquired": "langgraph_memory.experiences.acquired",
    "CardConfig": "langgraph_memory.config",
    "CheckpointStore": "langgraph_memory.store",
    "ChromaIndex": "langgraph_memory.index.chroma",
    "ConfigError": "langgraph_memory.errors",
    "DecisionCard": "langgraph_memory.cards.card",
    "Dimension": "langgraph_memory.dimension",
    "DialogueReward": "langgraph_memory.experiences.reward",
    "ExactIndex": "langgraph_memory.index.exact",
    "Experience": "langgraph_memory.experiences.experience",
    "ExperienceConfig": "langgraph_memory.config",
    "IndexMismatchError": "langgraph_memory.errors",
    "LangGraphMemoryError": "langgraph_memory.errors",
    "Liking": "langgraph_memory.cards.likings",
    "Memory": "langgraph_memory.wiring",
    "MemoryConfig": "langgraph_memory.config",
    "MemoryState": "langgraph_memory.state",
    "MemoryWarning": "langgraph_memory.errors",
    "ModelReplyError": "langgraph_memory.errors",
    "MultilingualEmbeddings": "langgraph_memory.index.multilingual",
    "PreferenceConfig": "langgraph_memory.config",
    "PreferenceProfile": "langgraph_memory.preferences.profile",
    "Pool": "langgraph_memory.pool",
    "PruneConfig": "langgraph_memory.config",
    "Reason": "langgraph_memory.cards.reason",
    "RecallConfig": "langgraph_memory.config",
    "Scope": "langgraph_memory.scope",
    "ScopeError": "langgraph_memory.errors",
    "ServerStore": "langgraph_memory.store",
    "Statistics": "langgraph_memory.cards.selection.statistics",
    "StoreError": "langgraph_memory.errors",
    "Tuned": "langgraph_memory.wiring.tuned",
    "Weights": "langgraph_memory.weights",
    "WiringError": "langgraph_memory.errors",
    "add_memory": "langgraph_memory.wiring",
    "condense": "langgraph_memory.recall.condensing",
    "learn_statistics": "langgraph_memory.recall.learning",
    "why": "langgraph_memory.recall.reasons",
}


if not TYPE_CHECKING:  # it would make every name one that exists

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            msg = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(msg)
        thing = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return thing


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""Decision-centred memory for LangGraph agents."""

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.config import (
    CardConfig,
    ExperienceConfig,
    MemoryConfig,
    PruneConfig,
    RecallConfig,
)
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
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.index.chroma import ChromaIndex
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.scope import Scope
from langgraph_memory.state import MemoryState
from langgraph_memory.store import CheckpointStore
from langgraph_memory.wiring import Memory, add_memory

__all__ = [
    "CardConfig",
    "CheckpointStore",
    "ChromaIndex",
    "ConfigError",
    "DecisionCard",
    "ExactIndex",
    "Experience",
    "ExperienceConfig",
    "IndexMismatchError",
    "LangGraphMemoryError",
    "Memory",
    "MemoryConfig",
    "MemoryState",
    "MemoryWarning",
    "ModelReplyError",
    "PruneConfig",
    "RecallConfig",
    "Scope",
    "ScopeError",
    "StoreError",
    "WiringError",
    "add_memory",
]

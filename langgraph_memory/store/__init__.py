"""A store in the checkpointer that the graph already has."""

from langgraph_memory.store.checkpoint_store import CheckpointStore
from langgraph_memory.store.planning import KeysOp, RestoreOp
from langgraph_memory.store.results import FadingItem
from langgraph_memory.store.served import ServerStore

__all__ = ["CheckpointStore", "FadingItem", "KeysOp", "RestoreOp", "ServerStore"]

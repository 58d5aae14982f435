"""A store in the checkpointer that the graph already has."""

from langgraph_memory.store.checkpoint_store import CheckpointStore

__all__ = ["CheckpointStore"]

"""Two ways into a graph: the nodes by hand from `Memory`, or `add_memory` in one call."""

from langgraph_memory.wiring.add import add_memory
from langgraph_memory.wiring.memory import Memory

__all__ = ["Memory", "add_memory"]

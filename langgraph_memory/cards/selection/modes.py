"""Which weights belong to which kind of task."""

from __future__ import annotations

from typing import Final

from langgraph_memory.config import TaskMode
from langgraph_memory.weights import CREATIVE, GATHERING, PRECISE, Weights

_BY_MODE: Final[dict[TaskMode, Weights]] = {
    "precise": PRECISE,
    "gathering": GATHERING,
    "creative": CREATIVE,
}


def weights_for(mode: TaskMode) -> Weights:
    """The weights for a kind of task."""
    return _BY_MODE[mode]

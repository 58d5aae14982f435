"""The six nodes of the memory, and `fuse` to run several in one superstep."""

from langgraph_memory.nodes.fuse import fuse
from langgraph_memory.nodes.observe import Observe
from langgraph_memory.nodes.prune import Prune
from langgraph_memory.nodes.reflect_on_failure import ReflectOnFailure
from langgraph_memory.nodes.rerank_rewrite import RerankRewrite
from langgraph_memory.nodes.retrieve import Retrieve
from langgraph_memory.nodes.score_and_card import ScoreAndCard

__all__ = [
    "Observe",
    "Prune",
    "ReflectOnFailure",
    "RerankRewrite",
    "Retrieve",
    "ScoreAndCard",
    "fuse",
]

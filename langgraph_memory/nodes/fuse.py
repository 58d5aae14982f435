"""Several nodes in one superstep."""

from __future__ import annotations

from typing import Any

from langgraph_memory._flow import Steps
from langgraph_memory.errors import WiringError
from langgraph_memory.nodes._base import MemoryNode, guarded
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.state import merge_memory


class Fused(MemoryNode):
    """Nodes run one after another in one superstep; made by `fuse`."""

    def __init__(self, nodes: tuple[MemoryNode, ...]) -> None:
        """Make the node.

        Args:
            nodes: At least one node, all serving the same model node.
        """
        self.nodes = nodes
        self.settings = nodes[0].settings
        self.model = nodes[0].model
        self.routes = nodes[-1].routes
        self.writes_messages = any(node.writes_messages for node in nodes)
        self._read_from(self.settings.messages_key)
        self.label = self.name = "+".join(node.label for node in nodes)

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Run each node on what the earlier ones left; see `MemoryNode.steps`."""
        merged: Part = {}
        for node in self.nodes:
            steps = node.steps(scene.updated(merged), frame)
            part = yield from guarded(node.label, steps, {}, frame)
            merged = merge_memory({"": merged}, {"": part})[""]
        return merged

    def result(self, model: str, part: Part) -> Any:
        """What the last node makes of the merged update, for only it may route."""
        return self.nodes[-1].result(model, part)


def fuse(*nodes: MemoryNode) -> MemoryNode:
    """Run several of the memory's nodes in one superstep.

    Checkpointers rewrite the state at each superstep, so one is cheaper than four. Each
    node sees the updates of the earlier ones; one merged update comes back.

    Args:
        *nodes: At least one node. Only the last may route.

    Returns:
        One node.

    Raises:
        WiringError: When there is no node, when they serve different model nodes, or when
            one before the last routes.
    """
    if not nodes:
        msg = "fuse needs at least one node"
        raise WiringError(msg)
    if len({node.model for node in nodes}) > 1:
        msg = "fuse needs nodes that serve the same model node"
        raise WiringError(msg)
    if any(node.routes for node in nodes[:-1]):
        msg = "only the last of the fused nodes may route"
        raise WiringError(msg)
    return Fused(nodes)

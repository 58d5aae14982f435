"""The end of a run in one node: observe, reflect, and try again or prune."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.types import Command

from langgraph_memory._flow import Steps
from langgraph_memory.nodes._base import MemoryNode, guarded
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.nodes._settings import HasSettings
from langgraph_memory.nodes.fuse import fuse
from langgraph_memory.nodes.observe import Observe
from langgraph_memory.nodes.prune import Prune
from langgraph_memory.nodes.reflect_on_failure import ReflectOnFailure
from langgraph_memory.nodes.score_and_card import ScoreAndCard


class Ending(MemoryNode):
    """What `add_memory` puts at the end of a graph with one or several model nodes."""

    label = "ending"

    def __init__(
        self,
        memory: HasSettings,
        *,
        models: Sequence[str],
        retry: bool,
        node: str,
        marks: bool = False,
    ) -> None:
        """Make the node.

        Args:
            memory: The memory whose settings it shares.
            models: Names of the model nodes that it serves.
            retry: Whether a failed run goes back to the model node that spoke last.
            node: This node's own name, armed anew when a run is tried again.
            marks: Whether the answer of a failed attempt is marked in the state.
        """
        super().__init__(memory, model=models[0])
        self.routes = retry
        self._node = node
        self._endings = {
            model: fuse(
                Observe(memory, model=model),
                ScoreAndCard(memory, model=model),
                ReflectOnFailure(
                    memory,
                    model=model,
                    retry=[model, node] if retry else (),
                    done="__end__" if retry else None,
                    marks=marks,
                ),
            )
            for model in models
        }
        self._prune = Prune(memory, model=models[0])

    def model_of(self, channel: Mapping[str, Any]) -> str:
        """The model node that saw the longest conversation, so that it spoke last."""
        return max(self._endings, key=lambda name: channel.get(name, {}).get("step", -1))

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Learn, and prune unless the run is tried again; see `MemoryNode.steps`."""
        part: Part = yield from self._endings[scene.model].steps(scene, frame)
        if not _again(part):
            yield from guarded(
                self._prune.label, self._prune.steps(scene, frame), {}, frame
            )
        return part

    def result(self, model: str, part: Part) -> Any:
        """The update; where the run is tried again, with the way back."""
        update = super().result(model, part)
        if not _again(part):
            return update
        return Command(update=update, goto=[model, self._node])


def _again(part: Part) -> bool:
    return bool(part.get("retry", {}).get("open"))

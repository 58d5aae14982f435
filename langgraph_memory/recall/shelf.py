"""Forms of what tools said, kept between calls so that only new outputs are read."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langgraph_memory.cards.form.merging import Form
from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.placing import tell
from langgraph_memory.cards.selection.known import Known
from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.facts.collecting import uncollected
from langgraph_memory.facts.tools import ToolSchema, many, tool_schemas
from langgraph_memory.recall.tokens import count_text

_MOST: Final = 32
_MOST_ALONE: Final = 512

_Key = tuple[int, ...]


class Shelf:
    """A few forms by the outputs that were read into them, the oldest ones dropped."""

    def __init__(self) -> None:
        """Start empty."""
        self._alone: OrderedDict[int, tuple[Output, str]] = OrderedDict()
        self._forms: OrderedDict[_Key, tuple[tuple[Output, ...], Known]] = OrderedDict()

    def known(self, outputs: Sequence[Output]) -> Known:
        """The form of some outputs; one of fewer of them is continued.

        A form is taken off the shelf while it grows, so that no two callers share one that
        changes; of equal calls at the same time one reads anew.

        Args:
            outputs: What tools said, the oldest first.
        """
        outputs = tuple(outputs)
        key = tuple(map(_hash, outputs))
        known, read = Known(Form(), count_text), 0
        for size in range(len(key), 0, -1):
            found = self._forms.pop(key[:size], None)
            if found is not None and found[0] == outputs[:size]:
                known, read = found[1], size
                break
        with uncollected(sum(len(output.content) for output in outputs[read:])):
            for output in outputs[read:]:
                known.form.add(output)
            known.refresh()
        return known

    def alone(self, output: Output, count: Callable[[str], int]) -> str:
        """An output in its own compact form, or as it is where that is no longer.

        Args:
            output: What a tool said.
            count: Tokens of a text, the same one for all calls.
        """
        key = _hash(output)
        found = self._alone.pop(key, None)
        if found is None or found[0] != output:
            with uncollected(len(output.content)):
                form = Form([output])
                told = tell(form, count)
            # It may be that soon it is told alone, chosen from.
            self.put((output,), Known(form, count_text))
            text = told.places.get(0) or told.together
            shorter = count(text) < count(output.content)
            found = output, text if shorter else output.content
        self._alone[key] = found
        while len(self._alone) > _MOST_ALONE:
            self._alone.popitem(last=False)
        return found[1]

    def put(self, outputs: Sequence[Output], known: Known) -> None:
        """Give a form back once nobody uses it any more."""
        self._forms[tuple(map(_hash, outputs))] = (tuple(outputs), known)
        while len(self._forms) > _MOST:
            self._forms.popitem(last=False)


def _hash(output: Output) -> int:
    return hash((output.tool, output.content, output.position))


@dataclass(frozen=True)
class Tools:
    """Tools that were read.

    Attributes:
        schemas: What they take.
        parameters: The same, ready to be matched.
    """

    schemas: tuple[ToolSchema, ...]
    parameters: Parameters


class Toolbox:
    """A few sets of tools, read once each."""

    def __init__(self) -> None:
        """Start empty."""
        self._read: OrderedDict[tuple[object, ...], tuple[Tools, object]] = OrderedDict()

    def read(self, tools: Iterable[Any]) -> Tools:
        """Read some tools.

        Args:
            tools: As for `tool_schemas`.
        """
        tools = many(tools)
        # Schemas are told by what they say, other tools by their identity: they are kept
        # with what was read, so that no other can take their place.
        key = tuple(repr(t) if isinstance(t, Mapping) else id(t) for t in tools)
        found = self._read.pop(key, None)
        if found is None:
            schemas = tool_schemas(tools)
            found = Tools(schemas, Parameters(schemas)), tools
        self._read[key] = found
        while len(self._read) > _MOST:
            self._read.popitem(last=False)
        return found[0]

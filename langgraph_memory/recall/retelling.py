"""What stands in the tool messages of one conversation, by the recipe of its view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from langchain_core.messages import BaseMessage

from langgraph_memory.cards.form.model import Output
from langgraph_memory.cards.form.placing import Told as FormTold
from langgraph_memory.cards.selection.statistics import NOTHING_LEARNED, Statistics
from langgraph_memory.config import CardConfig
from langgraph_memory.facts.messages import content_text
from langgraph_memory.recall.passages import clipped
from langgraph_memory.recall.reminding import Seen
from langgraph_memory.recall.repeating import earlier, page_of, page_text
from langgraph_memory.recall.shelf import Shelf, Tools
from langgraph_memory.recall.telling import BETWEEN, ELSEWHERE, choose_within, placed
from langgraph_memory.recall.view import Digest, Recipe

Texts = Mapping[str, str]
Telling = Callable[[Hashable, Callable[[], Texts]], Texts]


def anew(key: Hashable, tell_anew: Callable[[], Texts]) -> Texts:
    """Tell anew whatever the key; in place of a memory of what was shown."""
    del key
    return tell_anew()


@dataclass(frozen=True, kw_only=True)
class Retelling:
    """What tools said in one conversation.

    Attributes:
        messages: The conversation.
        prints: One fingerprint per message.
        outputs: By fingerprint, what tools said, verbatim and the oldest first; with those
            whose messages are no longer there.
        stubs: By fingerprint, what names the record of a tool message.
        tools: Those that can be called.
        count: Tokens of a text.
        config: How cards are made.
        statistics: What other conversations taught.
        read_back: Fingerprints of results that were read back from records.
        summaries: By fingerprint, what a model summed up in place of an output in prose.
        names: Whether messages whose outputs are told in part name their records.
        shelf: What was read before.
        shown: Gives what was shown before under a key, else tells anew.
        where: Tells this conversation from others in `shown`.
    """

    messages: Sequence[BaseMessage]
    prints: Sequence[str]
    outputs: Mapping[str, Output]
    stubs: Mapping[str, str]
    tools: Tools
    count: Callable[[str], int]
    config: CardConfig = field(default_factory=CardConfig)
    statistics: Statistics = NOTHING_LEARNED
    read_back: Collection[str] = ()
    summaries: Mapping[str, str] = field(default_factory=dict)
    names: bool = False
    shelf: Shelf = field(default_factory=Shelf)
    shown: Telling = anew
    where: Hashable = ""

    def tells(self, mark: str) -> bool:
        """Whether a message is an output that can be told."""
        return mark in self.outputs

    def stub(self, mark: str) -> str:
        """What names the record of a tool message."""
        return self.stubs[mark]

    def texts(self, recipe: Recipe) -> Texts:
        """What stands in tool messages in place of their contents.

        Args:
            recipe: How the view is built.

        Returns:
            The texts by fingerprint; messages that stand as they are have none.
        """
        texts = {mark: self.stubs[mark] for mark in recipe.stubs}
        if recipe.digest is not None:
            texts |= self._digest(recipe.digest, recipe.gone, self._apart(recipe))
            texts = {mark: text for mark, text in texts.items() if mark not in recipe.whole}
        return texts | self._of_their_own(recipe, texts)

    def pointers(self, recipe: Recipe) -> Texts:
        """The same, with nothing told together."""
        texts = {mark: self.stubs[mark] for mark in recipe.stubs}
        if recipe.digest is not None:
            upto = self._upto(recipe.digest)
            named = [m for m in upto if m in self.stubs and m not in recipe.whole]
            texts |= {mark: self._pointer(mark, whole=False) for mark in named}
        return texts | self._of_their_own(recipe, texts)

    def after(self, digest: Digest) -> list[str]:
        """Outputs that are newer than a digest."""
        return list(self.outputs)[len(self._upto(digest)) :]

    def repeats(self, mark: str) -> list[str]:
        """Earlier outputs of the same call that said mostly the same."""
        return earlier(self.outputs, mark, self.tools.parameters.acting)

    def alone(self, mark: str) -> str:
        """An output in its own compact form."""
        return self.shelf.alone(self.outputs[mark], self.count)

    def page(self, mark: str, seen: Seen, *, after: int, room: int) -> tuple[int, ...]:
        """Numbers of the parts of an output that were not shown; see `page_of`."""
        return page_of(self.outputs[mark], seen, after=after, room=room, count=self.count)

    def _of_their_own(self, recipe: Recipe, texts: Texts) -> dict[str, str]:
        alone = {mark: self.alone(mark) for mark in recipe.alone}
        for mark, room in recipe.cut.items():
            alone[mark] = self._cut(mark, room, recipe.gone)
        pages = {
            mark: page_text(self.outputs[mark], numbers, self.count)
            for mark, numbers in recipe.pages.items()
        }
        return alone | {
            mark: BETWEEN.join(filter(None, [page, texts.get(mark)]))
            for mark, page in pages.items()
        }

    def _cut(self, mark: str, room: int, gone: frozenset[str]) -> str:
        """What is worth most of one output, within some tokens."""
        if mark in self.read_back:
            said = content_text(self.messages[self.prints.index(mark)].content)
            return clipped(said, room, self.count)

        def tell_anew() -> Texts:
            output = self.outputs[mark]
            told = self._within(room, [output], self._visible(mark, gone), ())
            pointer = self._pointer(mark, whole=told.whole)
            return placed(told, [mark], {mark: pointer}, names=self.names)

        return self.shown((self.where, mark, room, gone), tell_anew)[mark]

    def _visible(self, newest: str, gone: frozenset[str]) -> list[BaseMessage]:
        """The messages up to one of them that are shown."""
        size = self.prints.index(newest) + 1
        both = zip(self.messages[:size], self.prints[:size], strict=True)
        return [message for message, mark in both if mark not in gone]

    def _apart(self, recipe: Recipe) -> frozenset[str]:
        """Outputs that stand by themselves, or whose call an answer to does."""
        told = self._upto(recipe.digest) if recipe.digest else []
        alone = [mark for mark in told if mark in recipe.alone]
        repeated = (m for mark in alone for m in (mark, *self.repeats(mark)))
        return recipe.whole.intersection(told).union(repeated)

    def _pointer(self, mark: str, *, whole: bool) -> str:
        return self.stubs[mark] if self.names and not whole else ELSEWHERE

    def _upto(self, digest: Digest) -> list[str]:
        marks = list(self.outputs)
        return marks[: marks.index(digest.at) + 1] if digest.at in self.outputs else []

    def _digest(self, digest: Digest, gone: frozenset[str], apart: frozenset[str]) -> Texts:
        key = (self.where, digest, gone, apart)
        return self.shown(key, lambda: self._told(digest, gone, apart))

    def _told(self, digest: Digest, gone: frozenset[str], apart: frozenset[str]) -> Texts:
        marks = [mark for mark in self._upto(digest) if mark not in apart]
        outputs = [self.outputs[mark] for mark in marks]
        here = frozenset(self.prints) - gone
        seen = digest.seen if digest.seen in here else digest.at
        visible = self._visible(seen, gone)
        away = [number for number, mark in enumerate(marks) if mark not in here]
        told = self._within(digest.room, outputs, visible, away)
        if digest.told and not told.whole:
            outputs = [self._summed_up(mark, digest) for mark in marks]
            told = self._within(digest.room, outputs, visible, away)._replace(whole=False)
        shown = [mark for mark in marks if mark in here and mark in self.stubs]
        pointers = {mark: self._pointer(mark, whole=told.whole) for mark in shown}
        elsewhere = dict.fromkeys(apart & here, ELSEWHERE)
        return elsewhere | placed(told, marks, pointers, names=self.names)

    def _summed_up(self, mark: str, digest: Digest) -> Output:
        output = self.outputs[mark]
        if mark not in digest.told:
            return output
        return replace(output, content=self.summaries.get(mark, output.content))

    def _within(
        self,
        room: int,
        outputs: Sequence[Output],
        visible: Sequence[BaseMessage],
        away: Sequence[int],
    ) -> FormTold:
        known = self.shelf.known(outputs)
        chosen = choose_within(
            known,
            visible,
            self.tools,
            room,
            self.count,
            config=self.config,
            statistics=self.statistics,
            away=away,
        )
        self.shelf.put(outputs, known)
        return chosen.told

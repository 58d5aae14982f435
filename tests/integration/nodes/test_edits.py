"""What a message that was edited had said before is withdrawn."""

from __future__ import annotations

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import MemoryConfig, PruneConfig, Scope
from langgraph_memory.testing import Clock

from .trips import by_hand, config, memory_for

ANN = Scope(user="ann")
SHORT = "replies: short"


class Talk:
    """A graph whose user edits his one message, and what is known after each time."""

    def __init__(self) -> None:
        self.clock = Clock()
        hourly = MemoryConfig(prune=PruneConfig(every_seconds=1))
        self.memory = memory_for(config=hourly, clock=self.clock)
        self.graph, self.model = by_hand(self.memory, ["Fine."] * 24, InMemorySaver())

    def edit(self, text: str, thread: str = "1") -> tuple[str, ...]:
        self.clock.advance(minutes=20)
        message = HumanMessage(text, id="m1")
        self.graph.invoke({"messages": [message]}, config(thread))
        return self.memory.preferences(self.graph.store, ANN).tags()

    @property
    def shown(self) -> str:
        return "\n".join(message.text for message in self.model.calls[-1].messages)


def test_a_new_text_without_a_wish_takes_the_old_one_back() -> None:
    """Edited back, it wishes the same again."""
    talk = Talk()
    texts = ("Keep it short.", "Where is Rome?", "Keep it short.", "Where is Paris?")
    assert [talk.edit(text) for text in texts] == [(SHORT,), (), (SHORT,), ()]
    assert SHORT not in talk.shown
    other = memory_for()  # another process, which has seen none of it
    assert other.preferences(talk.graph.store, ANN).tags() == ()


def test_the_same_id_in_another_conversation_is_another_message() -> None:
    """Only what is edited is withdrawn."""
    talk = Talk()
    talk.edit("Keep it short.")
    assert talk.edit("Where is Rome?", thread="2") == (SHORT,)


def test_what_was_withdrawn_does_not_come_back_when_notes_are_summed() -> None:
    """The older wording goes with the notes that the sum has taken in."""
    talk = Talk()
    talk.edit("Keep it short.")
    talk.edit("Where is Rome?")
    for number in range(6):
        assert talk.edit("Where is Oslo?", thread=str(number + 2)) == ()
    found = talk.graph.store.search(ANN.namespace("preferences"), limit=100)
    assert {item.value["event"] for item in found} == {"sum"}


def test_another_process_withdraws_it_when_it_has_read_the_notes() -> None:
    """The edit may reach a process that knows nothing of the message yet."""
    talk = Talk()
    talk.edit("Keep it short.")
    saver, store = talk.graph.checkpointer, talk.graph.store
    talk.memory = memory_for(clock=talk.clock)
    talk.graph, talk.model = by_hand(talk.memory, ["Fine."] * 9, saver, store)
    talk.edit("Where is Rome?")
    assert talk.edit("Where is Rome?") == ()
    talk.edit("Hello.", thread="2")
    assert SHORT not in talk.shown

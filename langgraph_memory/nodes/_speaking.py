"""Whether a human message is the user's own, where others speak in that role too."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from langchain_core.messages import BaseMessage, HumanMessage

from langgraph_memory._flow import Steps
from langgraph_memory.nodes._base import reported
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings

_LABEL: Final = "preferences"


def by_user(settings: Settings, message: BaseMessage) -> Steps[bool]:
    """Whether the user wrote a human message, as `PreferenceConfig.by_user` tells.

    Args:
        settings: The memory's settings.
        message: The message.

    Returns:
        What the function says; True without one; False, and a report, where it fails.
    """
    told = settings.config.preferences.by_user
    if told is None:
        return True
    try:
        return bool(told(message))
    except Exception as error:  # noqa: BLE001  the user's own function raised it
        yield from reported(_LABEL, error)
        return False


def words_of_others(
    settings: Settings, scene: Scene, marks: Collection[str]
) -> Steps[frozenset[str]]:
    """Which of some messages are human ones that the user did not write.

    Args:
        settings: The memory's settings.
        scene: The state.
        marks: Fingerprints of the messages.

    Returns:
        Fingerprints of those.
    """
    found = set()
    for message, mark in zip(scene.messages, scene.prints, strict=True):
        if mark in marks and isinstance(message, HumanMessage):
            own = yield from by_user(settings, message)
            found |= set() if own else {mark}
    return frozenset(found)

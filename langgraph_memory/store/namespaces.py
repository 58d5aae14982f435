"""Namespaces: what may be one, and which of them an operation means."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Sequence

from langgraph.store.base import InvalidNamespaceError, MatchCondition

Namespace = tuple[str, ...]

_RESERVED_ROOT = "langgraph"
_WILDCARD = "*"


def checked_labels(labels: object) -> Namespace:
    """Check the labels of a namespace, a prefix or a match condition.

    Args:
        labels: A sequence of labels; it may be empty.

    Returns:
        The labels as a tuple.

    Raises:
        InvalidNamespaceError: When it is no sequence, or a label is no string, is empty,
            or holds a period or a NUL.
    """
    if isinstance(labels, str) or not isinstance(labels, Sequence):
        msg = f"a namespace is a tuple of labels, not {labels!r}"
        raise InvalidNamespaceError(msg)
    for label in labels:
        if not isinstance(label, str):
            msg = f"labels must be strings; {labels!r} has a {type(label).__name__}"
            raise InvalidNamespaceError(msg)
        if not label or "." in label or "\x00" in label:
            msg = f"a label cannot be empty or hold '.' or NUL: {label!r} in {labels!r}"
            raise InvalidNamespaceError(msg)
    return tuple(labels)


def checked_namespace(labels: object) -> Namespace:
    """Check a namespace that is to be written to.

    Args:
        labels: Its labels.

    Returns:
        The labels as a tuple.

    Raises:
        InvalidNamespaceError: As `checked_labels`, and when there is no label or the
            first one is the reserved `"langgraph"`.
    """
    namespace = checked_labels(labels)
    if not namespace:
        msg = "a namespace needs at least one label"
        raise InvalidNamespaceError(msg)
    if namespace[0] == _RESERVED_ROOT:
        msg = f"the root label {_RESERVED_ROOT!r} is reserved: {namespace!r}"
        raise InvalidNamespaceError(msg)
    return namespace


def checked_condition(condition: MatchCondition) -> MatchCondition:
    """Check a match condition of a listing.

    Args:
        condition: The condition; `"*"` in its path stands for any one label.

    Returns:
        The condition, its path a tuple.

    Raises:
        ValueError: For another match type than `prefix` and `suffix`.
        InvalidNamespaceError: As `checked_labels`.
    """
    if condition.match_type not in ("prefix", "suffix"):
        msg = f"unknown match type {condition.match_type!r}; there are prefix and suffix"
        raise ValueError(msg)
    return condition._replace(path=checked_labels(condition.path))


def matcher(conditions: Sequence[MatchCondition]) -> Callable[[Namespace], bool]:
    """What tells whether a namespace meets every condition, label by label."""
    least = max((len(condition.path) for condition in conditions), default=0)
    labels = {
        (place, label)
        for condition in conditions
        for place, label in _placed(condition)
        if label != _WILDCARD
    }

    def meets(namespace: Namespace) -> bool:
        return len(namespace) >= least and all(
            namespace[place] == label for place, label in labels
        )

    return meets


def _placed(condition: MatchCondition) -> Iterator[tuple[int, str]]:
    first = 0 if condition.match_type == "prefix" else -len(condition.path)
    return enumerate(condition.path, first)


def literal_prefix(conditions: Sequence[MatchCondition]) -> Namespace:
    """The longest prefix without wildcard that every match must have."""
    longest: Namespace = ()
    for condition in conditions:
        if condition.match_type == "prefix":
            path = tuple(condition.path)
            head = path[: path.index(_WILDCARD)] if _WILDCARD in path else path
            longest = max(longest, head, key=len)
    return longest


class NamespaceSet:
    """A set of namespaces that is read in order and by prefix."""

    def __init__(self, namespaces: Iterable[Namespace] = ()) -> None:
        self._members = set(namespaces)
        self._ordered = sorted(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __contains__(self, namespace: object) -> bool:
        return namespace in self._members

    def add(self, namespace: Namespace) -> None:
        """Add a namespace; adding it again changes nothing."""
        if namespace not in self._members:
            self._members.add(namespace)
            insort(self._ordered, namespace)

    def under(self, prefix: Namespace, after: Namespace = ()) -> Iterator[Namespace]:
        """The namespaces whose first labels are `prefix`, in order.

        Takes time in the number of those found, whatever the size of the set. The set
        must not change meanwhile.

        Args:
            prefix: The first labels.
            after: Only those that come after this one.

        Yields:
            The namespaces.
        """
        first = bisect_right(self._ordered, after, bisect_left(self._ordered, prefix))
        for place in range(first, len(self._ordered)):
            namespace = self._ordered[place]
            if namespace[: len(prefix)] != prefix:
                return
            yield namespace

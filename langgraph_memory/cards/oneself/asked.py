"""What a question asks of the asker himself: where he lives, who his manager is."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from langgraph_memory.cards.oneself.traits import traits_of

_ASKS: Final = re.compile(
    r"[?？]|\b(?:what|which|who|where|how old|when|remind me|tell me"
    r"|do you (?:know|remember))\b|哪|谁|什么|多大|几岁|吗",
    re.IGNORECASE,
)
_I: Final = r"(?:do|am|did|have) (?:i|we)\b"
_OWN: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), kinds)
    for pattern, kinds in (
        (rf"\bwhere {_I}[^?]*\b(?:live|living|based|home)\b", ("home", "housing")),
        (r"\bmy (?:home|address|home ?town|city|place)\b", ("home", "housing")),
        (rf"\b(?:where|who|what company) {_I} (?:now )?work", ("work:", "work")),
        (r"\bmy (?:employer|company|workplace|job|team|project)\b", ("work:", "work")),
        (rf"\b(?:project|team|department) {_I}", ("work:",)),
        (r"\bwhat (?:do i do\b|am i by\b|is my (?:job|profession))", ("being", "work")),
        (r"\bhow old am i\b|\bmy age\b", ("age",)),
        (r"\b(?:my name|who am i|call me)\b", ("name",)),
        (rf"\bwhere {_I}(?: \w+)* from\b|\bmy nationality\b", ("origin", "being")),
        (r"\bam i [^?]*\ballergic\b|\bmy allerg\w+", ("allergy",)),
        (r"\bmy (?:pets?|dogs?|cats?|kids|children|family)\b", ("having", "name")),
        (r"我[^?？]{0,6}(?:住|家在)", ("home", "housing")),
        (r"我[^?？]{0,8}(?:工作|上班|公司|项目|团队|部门)", ("work:", "work")),
        (r"我[^?？]{0,4}(?:多大|几岁|年龄)", ("age",)),
        (r"我[^?？]{0,3}(?:叫什么|名字)", ("name",)),
        (r"我[^?？]{0,4}(?:过敏)", ("allergy",)),
        (r"我[^?？]{0,6}(?:哪里人|来自|老家)", ("origin",)),
    )
)
_MINE: Final = re.compile(
    r"\b(?:who|what|where|when)(?:'s| is| are) (?:my|our) (?P<what>[a-z]+(?: [a-z]+)?)"
    r"|我的?(?P<own>[\u3400-\u9fff]{1,4}?)(?:现在)?(?:是谁|是什么|叫什么|在哪)",
    re.IGNORECASE,
)


def asked_kinds(question: str) -> frozenset[str]:
    """The kinds of traits that a question asks for.

    Args:
        question: What the user says, in English or Chinese.

    Returns:
        Kinds as of `Trait.kind`; one that ends with a colon stands for all that begin so.
        None where nothing of the user himself is asked.
    """
    if not _ASKS.search(question):
        return frozenset()
    found = {kind for pattern, kinds in _OWN if pattern.search(question) for kind in kinds}
    found.update(
        f"my:{(one['what'] or one['own']).lower()}" for one in _MINE.finditer(question)
    )
    return frozenset(found)


@lru_cache(maxsize=1024)
def told_kinds(statement: str) -> frozenset[str]:
    """The kinds of traits that a statement of the user tells, each with its whole group."""
    kinds = {trait.kind for trait in traits_of(statement)}
    return frozenset(
        kinds | {kind.partition(":")[0] + ":" for kind in kinds if ":" in kind}
    )

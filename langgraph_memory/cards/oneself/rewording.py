"""The many wordings of what people say of themselves in English, made one."""

from __future__ import annotations

import re
from typing import Final

from langgraph_memory.cards.oneself.rewording_german import in_english

KIN: Final = (
    r"(?:wife|husband|partner|spouse|fiancee?|boyfriend|girlfriend|son|daughter|child"
    r"|children|kid|baby|twin|brother|sister|sibling|mother|father|mom|mum|dad|parent"
    r"|grand(?:mother|father|son|daughter|child|children|parent|ma|pa)|family|aunt|uncle"
    r"|nephew|niece|cousin|toddler|teenager)s?"
)
"""Members of a family, as a pattern."""

_KEEN = r"(?:fond of|keen on|into|crazy about|passionate about)"
_BAD, _ALLERGY = r"(?:severe|bad|mild|strong)", r"(?:allergy|allergies|intolerance)"
_DIET = r"(?:vegan|vegetarian|veggie|pescatarian)"
_DISMISSED = r"(?:got|was|been) (?:fired|laid off|let go|made redundant)"
_STOPPED = r"(?:stopped|quit|ceased to)"
_STARTED = (
    r"(?:(?:have )?(?:started|begun|began|come|came|learned|learnt|grown|grew)(?: to)?)"
)
_ENJOYING = r"(?:lik(?:e|ing)|lov(?:e|ing)|enjoy(?:ing)?|ador(?:e|ing))"
_SHUNNING = r"(?:dislik(?:e|ing)|hat(?:e|ing)|avoid(?:ing)?|detest(?:ing)?|loath(?:e|ing))"
_WHEELCHAIR = "have a wheelchair disability"
_FAN = r"(?:fan of|keen on|fond of)"
_SO = r"(?:(?:an?|such|really|much|that|too|very|big|huge|particularly|especially|of) )*"
_I_AM = (
    r"(?:ich bin|je suis|soy|sono|sou|ik ben|jag är|jeg er) "
    r"(?:(?:eine?|une?|een|una|uno?|uma?|en) )?"
)
_PLAIN = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"\b(i|we|you|they)'(?:m|re)\b", r"\1 am"),
        (r"\b(i|we)'ve\b", r"\1 have"),
        (r"\b(i|we)'d\b", r"\1 would"),
        (r"\b(i|we)'ll\b", r"\1 will"),
        (r"\bwon't\b", "will not"),
        (r"\b(?:cannot|can't)\b", "can not"),
        (rf"^(not {_SO}{_FAN} |(?:an? )?(?:big|huge) fan of )", r"i am \1"),
        (rf"^{_SO}(?=do(?:n't| not) {_SO}like |can not {_SO}stand )", "i "),
        (rf"\b{_I_AM}v[eé]gan\w*", "i am vegan"),
        (rf"\b{_I_AM}v[eé]g[eé]tari\w*", "i am vegetarian"),
        (r"n't\b", " not"),
        (
            r"\b(?:do )?not (?:just|only|merely) (?=(?:like|love|enjoy|eat|drink)\b)",
            "",
        ),
        (
            r"^i do not (?:like|enjoy) ([\w ]+), i (love|adore)(?: it| them)?\W*$",
            r"i \2 \1",
        ),
        (r"\b(?:do )?not (?:like|enjoy) (.+?) as much as (.+)$", r"prefer \2 over \1"),
        (r"\b(like|love|enjoy|adore) nothing about\b", r"not \1"),
        (r"\b(\w+) neither (?=.+ nor )", r"not \1 "),
        (r"\b(?:rarely|barely|hardly|seldom|scarcely)(?: ever)? (?=\w)", "limit "),
        (r"\bcan not (?:help|avoid)\b", "face"),
        (r"\b(?:have )?gone off\b", "not like"),
        (r"\bnot mind\b", "not dislike"),
        (
            r"^(.+?) (?:is|are|am) not (?:really )?my (?:thing|cup of tea)\b",
            r"i not like \1",
        ),
        (r"\bwould rather have\b", "prefer"),
        (r"\b(?:use|need|rely on|am (?:in|confined to)) an? wheelchair\b", _WHEELCHAIR),
        (r"\b(eat|drink|smoke) again\b", r"\1"),
        (r"\b(?:quit|left|lost) my job (?:at|with)\b|\bresigned from\b", "not work at"),
        (r"\bwould never\b|\brefuse to\b", "never"),
        (r"\bprefer to avoid\b", "avoid"),
        (r"\bprefer not to\b", "not like to"),
        (r"\bhave no interest in\b|\bam not interested in\b", "not like"),
        (r"\bhave always (lov|lik|hat|dislik)ed\b", r"always \1e"),
        (r"\bhave always (enjoy|prefer)r?ed\b", r"always \1"),
        (rf"\b((?:my|our) {KIN})'s(?= name\b)", r"\1"),
        (rf"\b((?:my|our) {KIN})'s\b", r"\1 is"),
        (r"\bfavorite", "favourite"),
        (r"\b(?:are|is)\b", "am"),
        (r"\bhas\b", "have"),
        (r"\bdoes\b", "do"),
        (
            r"\bhave (been|lived|worked|stopped|quit|given up|moved|relocated|joined)\b",
            r"\1",
        ),
        (r"\b(my|our) new (?=[\w -]+ am\b)", r"\1 "),
        (r"^i have (?:got )?an? new ([\w -]+?)[,:] (?:it am )?(?=\S)", r"my \1 am "),
        (r"^(?:please )?use (\S+@\S+) as my (e-?mail(?: address)?)\b.*", r"my \2 am \1"),
        (r"\bturned (\d{1,3})\b.*", r"am \1"),
        (rf"\b{_DISMISSED} (?:from|by|at)\b", "not work at"),
        (r"\bcan not (?:really )?(?:stand|bear)\b", "hate"),
        (r"\b(?:can|do) not (?:tolerate|digest)\b|\bcan not have\b", "can not eat"),
        (r"\b(?:stay|keep) away from\b|\bsteer clear of\b|\bam averse to\b", "avoid"),
        (rf"\b{_STOPPED} {_ENJOYING}\b", "not like"),
        (rf"\b{_STOPPED} {_SHUNNING}\b", "not dislike"),
        (rf"\b{_STARTED} {_ENJOYING}\b", "like"),
        (rf"\b{_STARTED} {_SHUNNING}\b", "dislike"),
        (rf"\b{_STARTED} (eat|drink)(?:ing)?(?= .*\bagain\b)", r"\1"),
        (r"\bcan (eat|drink)(?= .*\bagain\b)", r"\1"),
        (r"\b(?:quit|stopped|gave up|given up)\b(?: (?:eat|drink)ing)?", "now avoid"),
        (r"\bhave an? (?:\w+ )?(?:aversion to|dislike (?:of|for))\b", "dislike"),
        (r"\bhave an? (?:\w+ )?(?:preference for|passion for|love (?:of|for))\b", "like"),
        (rf"\bam (not |now )?{_SO}(?:\w+ )?fans? of\b", r"\1like"),
        (
            rf"\bam (not |now )?(?:\w+ )?{_KEEN}\b",
            r"\1like",
        ),
        (r"\bam (?:\w+ )?(?:afraid|scared|terrified) of\b", "fear"),
        (r"\bhave an? (?:[\w-]+ )?(?:fear|phobia) of\b", "fear"),
        (r"\bhave an? (?:\w+ )?(?:allergy|intolerance) (?:to|for)\b", "react-to"),
        (
            rf"\bhave (?!no\b)(?:an? )?(?:{_BAD} )?([\w-]+(?: nut)?) {_ALLERGY}\b",
            r"react-to \1",
        ),
        (r"\bam (not )?(?:\w+ )?(?:allergic|intolerant|sensitive) to\b", r"\1react-to"),
        (r"\bam (not )?(\w+)[ -](?:intolerant|allergic)\b", r"\1react-to \2"),
        (r"\bam (now )?(?:based|living|located)\b", r"\1live"),
        (r"\bam (?:now )?working (?=for|at|as|on)", "work "),
        (r"\bam (?:now )?(?=(?:on|at|with) the [\w-]+ (?:project|team)$)", "work "),
        (r"\bam (?:now )?(?=on (?:project|team) )", "work "),
        (r"\bwork as\b", "am"),
        (
            r"\bwas born in\b|\bgrew up in\b|\bcomes? from\b|\bam (?:\w+ )?from\b",
            "hail-from",
        ),
        (r"\bmoved to (?=.*\b(?:project|team|department|group|company)\b)", "joined "),
        (r"\b(?:transferred|switched) to (?=.*\b(?:project|team|department)\b)", "joined "),
        (r"\b(?:(?:was|been) )?(?:re)?assigned to\b", "joined"),
        (r"\b(?:have )?started (?:working )?(?:at|for|with)\b", "joined"),
        (r"\bswitched to (?=an? )", "own "),
        (r"\b(?:moved|relocated) to\b", "live in"),
        (r"\b(?:keep|follow|observe) (?=kosher|halal)", "eat "),
        (r"\b(?:am on|adhere to|am committed to) an? (?=.*\bdiet\b)", "follow a "),
        (r"\bbeen\b", "am"),
        (rf"\b(?:became|become|went|gone|turned) (?=(?:an? )?{_DIET}\b)", "am "),
    )
)


def plainly(text: str) -> str:
    """Reword a text so that what means the same reads the same.

    Args:
        text: English in lower case, or German.

    Returns:
        The text in few verbs (`am`, `have`, `like`, `avoid`, `live` and the like), without
        contractions; no good English.
    """
    text = in_english(text)
    for pattern, plain in _PLAIN:
        text = pattern.sub(plain, text)
    return text

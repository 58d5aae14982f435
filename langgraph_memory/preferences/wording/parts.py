"""What English wordings are made of; see `english`."""

from __future__ import annotations

import re
from typing import Final

LEAD = (
    r"(?:(?:please|pls|ok(?:ay)?|well|hey|hi|thanks?|but|and|so|also|hmm|actually|just"
    r"|always|maybe|next time|this time|just this once|for once|for now|from now on"
    r"|in (?:the )?future|going forward|from here on|can you|could you|would you|will you"
    r"|can we|try to|you can|you should|you must|i need you to|i want you to"
    r"|i'd like you to|i would like you to|i'd prefer you to|i'd rather you|let's|for me"
    r"|again)[ ,]*){0,6}"
)
TAIL = (
    r"(?:[ ,]*(?:please|pls|thanks?(?: you)?|ok(?:ay)?|from now on|in (?:the )?future"
    r"|today|going forward|from here on|always|this time|just this once|for once|for now"
    r"|next time|again|with me|for me|to me|when you (?:answer|reply)|(?:on|about) (?:that"
    r"|this|it)|a (?:bit|little)(?: more)?|more|in (?:your|the|all) (?:answers?|repl(?:y"
    r"|ies)|responses?|messages?)|here|at all|any ?more|right|then|next|to read|so far"
    r"|every time|everything|first|i stopped reading|you know)){0,6}"
)
REPLY = (
    r"(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|texts?|output|writing)"
)
REPLIES = r"(?:answers|replies|responses|explanations|messages|texts|output|writing)"
ANSWER = r"(?:answer|response|explanation)"  # a text or a reply may be to somebody else
YOURS = rf"(?:that|this|it|you|your (?:\w+ )?{REPLY}|(?:the|that|this|these|those) {REPLY})"
IS = (
    r"(?:'s|'re| is| are| was| were| sounds?| seems?| get| got"
    r"|(?: have| has|'ve) (?:become|got|gotten|been|grown)| became)"
)
VERY = (
    r"(?: (?:still|again|way|far|much|really|a bit|a little|just|always|being|getting"
    r"|definitely|kind of|rather)){0,3}"
)
KEEP = rf"(?:keep|make) (?:it|this|that|things|your {REPLY}|the {REPLY}|them)"
BE = r"(?:be|stay|get|become|sound|write|answer|reply|respond|talk|speak)"
MORE = r"(?:(?:a bit|a little|much|way|even|more|very|as|rather) ){0,3}"
PREFER = r"i(?:'d| would|'ll)? (?:like|prefer|want|love|appreciate|need)"
DONT = (
    r"(?:don't|do not|never|no need to|you don't (?:have|need) to|stop|quit|please don't)"
)
STOP = r"(?:stop|quit|avoid|drop|skip|leave out|lose|cut|enough with)"
EMOJI = r"(?:the |all |those |these |any |your ){0,3}(?:emojis?|emoticons?|smileys?)"
USE = r"(?:use|using|add|adding|put|putting|include|including|send|sending)"

ASKED = (
    r" (?:so many|so much|any|all these|these|for|about|with|questions?|confirmation"
    r"|permission|back|things|again|every time)"
)
ASK_FIRST = (
    rf"(?:{DONT}|nothing) (?:do|act|change|decide|go ahead|start|proceed|book|buy|send"
    r"|delete|touch)?(?: (?:anything|things|it))? ?(?:without|before) (?:asking"
    r"|checking with|consulting|my (?:consent|approval|permission|ok))(?: me)?(?: first)?"
)
UNASKED = (
    r"(?:go ahead|act|proceed|decide|do (?:it|things|everything)) without asking(?: me)?"
)


def verdict(words: str) -> str:
    """A pattern for `your answer is …`, or the words alone."""
    return rf"(?:{YOURS}{IS}{VERY} )?(?:(?:way|far|much|a bit|still|really) ){{0,3}}{words}"


COMPARED = r"(?=[a-z]+er\b)"


def asking(adjectives: str, adverbs: str = "") -> str:
    """A pattern for requests to be so, by adjectives and perhaps adverbs."""
    ways = [
        rf"{KEEP} {MORE}{adjectives}",
        rf"{BE} {MORE}{adjectives}",
        rf"(?:give|write|send) (?:me )?(?:some )?{MORE}{adjectives} {REPLIES}",
        rf"give (?:me )?an? {MORE}{adjectives} {ANSWER}",
        (
            rf"{PREFER} (?:(?:some |your |you to (?:be|give) )?{MORE}{adjectives}"
            rf"(?:,? \w+)?(?: {REPLIES})|an? {MORE}{adjectives}(?:,? \w+)? {ANSWER})"
        ),
        (
            rf"{PREFER} (?:it|your {REPLY}|the {REPLY}|you to be) (?:to "
            rf"be )?{MORE}{adjectives}"
        ),
        rf"{MORE}{adjectives} {REPLY}",
        # Alone, only what compares asks for anything.
        rf"(?:(?:a bit|a little|much|even) )?(?:more {adjectives}|{COMPARED}{adjectives})",
    ]
    if adverbs:
        ways.append(rf"(?:answer|reply|respond|write|explain|put it) {MORE}{adverbs}")
    return f"(?:{'|'.join(ways)})"


SHORT = r"(?:short(?:er)?|brief(?:er)?|concise|succinct|terse|compact|crisp|to the point)"
LONG = r"(?:long(?:er)?|detailed|elaborate|thorough|comprehensive|complete|extensive)"
FEW = r"(?:one|two|three|four|five|a few|a couple of|a single|\d)"
PARTS = r"(?:sentences?|lines?|words?|bullet points?|bullets|paragraphs?)"
PLAIN = r"(?:plain|simple|simpler|everyday|normal|easy|easier)"

OTHERS: Final = re.compile(
    r"\b(?:he|she|they|my \w+|our \w+|the (?:boss|manager|client|customer|teacher|professor"
    r"|doctor|editor|reviewer|team|user)s?|customers?|clients?|users|people|someone"
    r"|somebody"
    r"|everyone|reviewers?|[a-z]+'s (?:boss|manager|wife|husband))\b.{0,20}?\b(?:said|says?"
    r"|told|tells?|thinks?|thought|complain\w*|wants?|wanted|asks?|asked|keeps?"
    r"|prefers?|likes?|loves?|enjoys?|adores?|dislikes?|detests?|insists?|values?|demands?"
    r"|hates?|whispered|wrote|writes|mentioned|claims?|feels?|expects?|need|needs)\b"
    r"|\b(?:he|she|they) (?:said|told|asked)|\bi (?:asked|told) (?:them|him|her)\b"
    r"|\b(?:principle|motto|slogan|proverb|mantra)\b|\btranslate\b"
    r"|\bwhat does\b|\bhow do (?:you|i) say\b",
)
QUESTION: Final = re.compile(
    r"^(?:what|who|where|when(?![^,]*,)|why|how|which|is|are|was|were|do|does|did|has|have"
    r"|should|may)\b"
)

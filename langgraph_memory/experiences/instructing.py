"""Where an error begins to tell its reader what to do, or to speak of persons."""

from __future__ import annotations

import re
from typing import Final

_ORDERS: Final = re.compile(
    r"</|<\||\[/?inst\]|\bfrom now on\b|\bnew instructions?\b|\byou are now\b"
    r"|\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}?"
    r"\b(?:instructions?|prompts?|rules|guidelines|previous|prior|above|told)\b"
    r"|\b(?:always|(?:in order )?to (?:proceed|continue|go on|fix (?:this|it))"
    r"|you (?:must|should|have to|need to)),?\s(?:first\s|always\s)?"
    r"(?:call|invoke|run|execute|send|pay|transfer|e-?mail|visit|open|click)\b"
    r"|\b(?:call|invoke|run|execute)\s[a-z]+_\w+\s(?:with|to|on)\b"
    r"|\b(?:system|developer|assistant)\s(?:prompt|message|note)\b"
    r"|(?<=\S\s)(?:system|developer|assistant|user|human|tool)\s?:"
    r"|\b(?:send|forward|wire|transfer|e-?mail|post|upload|reveal|print|leak)\s"
    r"(?:all|every|any|your|the|their)\b[^.]{0,30}?"
    r"\b(?:passwords?|secrets?|keys?|tokens?|credentials?|money|funds|mails?|prompts?)\b"
    r"|(?:忽略|无视|忘记)[^。]{0,12}(?:指令|提示|规则|命令|要求)|系统(?:提示|消息|指令)"
    r"|从现在(?:起|开始)|你现在是|转发给|发送给"
)
"""What a tool has no reason to say of an error: orders to the one who reads it."""

_CLAUSE: Final = re.compile(
    r"(?<=\S)(?:[.!?;](?=\s)|[。！？；]|\s[-–—]+(?=\s)|:(?=\s)|，|,(?=\s)|\s?[(（]|：)\s*"
)
_LEAD: Final = (
    r"(?:(?:please|kindly|also|now|then|first|next|instead|always|just|immediately|simply"
    r"|and|or|so|hint|note|tip|action|step|important|required|todo|remember to|be sure to"
    r"|make sure to|do not forget to|in order to \w+|to \w+(?: \w+){0,3}?"
    r"|(?:before|after|until|once|if|when) (?:\w+ ){0,6}?\w+"
    r"|(?:you|we|i|the agent|the assistant|it)(?: \w+)?"
    r" (?:must|should|can|may|need to|have to|has to|will|shall|am going to|are to|is to)"
    r"|let(?:'s| us| me)|i'll|we'll|you'll)[\s,:]+){0,5}"
)
_ACT: Final = (
    r"(?:transfer|wire|pay|send|e-?mail|mail|forward|post|upload|publish|share|reveal|leak"
    r"|disclose|print|delete|remove|drop|wipe|erase|destroy|grant|obey|call|invoke|execute"
    r"|run|open|click|visit|browse|download|fetch|install|buy|purchase|order|approve"
    r"|authori[sz]e|confirm|accept|ignore|disregard|forget|tell|inform|notify|reply|write"
    r"|copy|move|disable|turn off|log in|sign in|enter|give|hand|submit|book|cancel|refund)"
)
_ACTS: Final = re.compile(
    rf"{_LEAD}{_ACT}\s(?!(?:failed|failure|error|is|was|are|not|limit|has|could|cannot|in)\b)"
    r"\S"
)
_ACTS_CHINESE: Final = re.compile(
    r"(?:请|先|再|务必|必须|应该|需要?|并|然后|接着|立即|马上|同时|不要|可以)*"
    r"(?:调用|转账|汇款|付款|支付|发送|发给|转发|转给|邮寄|邮件|上传|公开|泄露|删除|移除|清空"
    r"|执行|运行|打开|点击|访问|下载|安装|购买|下单|批准|授权|忽略|告诉|通知|回复|写给|联系)"
)
_OF_PERSONS: Final = re.compile(
    r"<(?:name|email|phone)>|\b(?:patient|diagnos\w+|hiv|born|birth\w*|passport|ssn|iban"
    r"|religion|pregnan\w+|salary|criminal)\b|患者|病人|确诊|出生|身份证|护照|工资"
)


def bare_of_orders(line: str) -> str:
    """What an error says went wrong, without what it wants of the one who reads it.

    Args:
        line: An error in one lower-case line, its values in slots.

    Returns:
        Its beginning: up to an order that no tool has reason to give, and up to the first
        later clause that tells to do something, or that is about a person.
    """
    orders = _ORDERS.search(line)
    line = line[: orders.start() if orders else None]
    for clause in _CLAUSE.finditer(line):
        rest = line[clause.end() :]
        end = _CLAUSE.search(rest)
        said = rest[: end.start() if end else None]
        if _ACTS.match(said) or _ACTS_CHINESE.match(said) or _OF_PERSONS.search(said):
            return line[: clause.start()]
    return line

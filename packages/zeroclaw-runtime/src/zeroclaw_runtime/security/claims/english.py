"""How claims are worded in English."""

from __future__ import annotations

from typing import Final

from zeroclaw_runtime.security.claims.rules import Action, Rules

__all__ = ["ENGLISH"]

_ADVERBS = (
    r"(?: (?:just|also|already|now|then|first|even|successfully|carefully|quickly|both|actually"
    r"|again|finally|manually|personally))*"
)
_DID = rf"(?:\b(?:i|we)(?: have|'ve|’ve)?{_ADVERBS} |\b(?:has|have) been{_ADVERBS} |\band "
_DID += rf"|\b(?:is|are) now{_ADVERBS} |^(?:done[:,.!]? )?{_ADVERBS} ?)"
_AFTER = r"|\b(?:after|by|having|upon|from) "


def _deed(past: str, doing: str) -> str:
    return rf"{_DID}(?:{past})\b{_AFTER}(?:{doing})\b"


ENGLISH: Final = Rules(
    language="en",
    frequent=(
        "the of and to is it that was for are with this have from not be you i there has on at by"
        " an as its here what which your can could been were will now all of they or than but"
    ),
    deeds={
        Action.SEARCH: _deed(
            "searched|looked (?:up|for|through)|grepped|scanned|combed|queried|went through",
            "searching|looking (?:up|for|through)|scanning|querying|going through",
        ),
        Action.READ: _deed(
            "read|opened|checked|reviewed|inspected|examined|viewed|looked (?:at|into)|went over",
            "reading|opening|checking|reviewing|inspecting|examining|looking (?:at|into)",
        ),
        Action.RUN: _deed(
            "ran|run|executed|launched|started|compiled|built|tested|re-?ran|installed",
            "running|executing|launching|compiling|building|installing",
        ),
        Action.WRITE: _deed(
            "wrote|written|saved|created|updated|edited|added|stored|modified|changed|fixed|put",
            "writing|saving|creating|updating|editing|storing|modifying",
        ),
        Action.SEND: r"\b(?:message|e-?mail|mail|note|letter|invitation"
        r"|summary)s?\b[^.]*?\b(?:gone out|went out|on (?:its|their) way|is out|been delivered)|"
        + _deed(
            "sent|e-?mailed|mailed|posted|messaged|notified|replied|forwarded|delivered|texted",
            "sending|e-?mailing|posting|messaging|notifying|forwarding",
        ),
        Action.FETCH: _deed(
            "fetched|downloaded|visited|browsed|retrieved|pulled up|loaded|requested",
            "fetching|downloading|visiting|browsing|retrieving|loading",
        ),
        Action.DELETE: _deed(
            "deleted|removed|erased|wiped|cleared|dropped|purged|cleaned up",
            "deleting|removing|erasing|wiping|clearing|purging",
        ),
        Action.SCHEDULE: r"\b(?:there is|you(?:'ll| will)?(?: now)? have"
        r"|calendar (?:now )?(?:has|contains))\b[^.]*?\b(?:reminder|appointment|entry)\b|"
        + _deed(
            "scheduled|booked|set (?:up )?(?:a|an|the|your) (?:reminder|alarm|timer)|planned",
            "scheduling|booking|setting (?:a|an|the|your) (?:reminder|alarm|timer)",
        ),
    },
    denials=r"\b(?:not|nothing|none|nobody|never|n't|can(?:no|')t|could|would|should|if"
    r"|unless|will|unable)\b|n['’]t\b",
    counts=r"{number} (?:[\w'-]+ ){{0,2}}?(?:{thing})\b",
    counted=(
        "files?|results?|matches|hits?|lines?|entries|messages?|e-?mails?|errors?|warnings?|items?"
        "|documents?|records?|rows?|pages?|tests?|commits?|users?|orders?|tasks?|events?|tickets?"
        "|issues?|folders?|notes?|invoices?|meetings?|appointments?|packages?|contacts?|photos?"
        "|places|times|occasions|occurrences?|functions?|tables?|customers?|articles?"
        "|branches|references?"
    ),
    numerals={
        "one": 1,
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "six": 6,
        "seven": 7,
        "eight": 8,
        "nine": 9,
        "ten": 10,
        "eleven": 11,
        "twelve": 12,
        "fifteen": 15,
        "twenty": 20,
        "a dozen": 12,
    },
    parts=r"\b(?:first|top|last|next|these|following|only|another|of the|other)\s*$",
    about=r"\b(?:about|around|roughly|approximately|some|nearly|almost|over|under|~)\s*$",
    is_=(
        r"(?: (?:is|was|are|has been|stands at|reads|shows|equals)|:|=)"
        r"(?: (?:now|currently|set to))?"
    ),
    fact_names={"owner": "owned by|maintainer|responsible|in charge", "date": "changed on"},
    absence=(
        r"\b(?:there (?:is|are|was|were)(?: currently)? (?:no|nothing|none)\b"
        r"|(?:has|have|had|contains?|contained|holds?|shows?|lists?|found|find|see|saw|got"
        r"|returned|yielded|produced) (?:no|nothing|none)\b"
        r"|(?:did not|didn['’]t|could not|couldn['’]t|cannot|can['’]t|unable to|failed to|fail to)"
        r" (?:find|locate|see|spot|turn up|detect|identify)"
        r"|(?:do|does|did)(?: not|n['’]t) (?:exist|contain|appear|include|mention|occur|have)"
        r"|nothing (?:was|matched|matches|came|turned|fits|related|of)"
        r"|no (?:such|trace|sign|mention|results?|matches|hits?|entries|records?|files?|errors?)\b"
        r"|not (?:exist|present|mentioned|contained|found|listed|available)\b|(?:is|are) missing\b"
        r"|came (?:up|back) empty|empty-handed|none of (?:the|them)|free of|(?:nobody|no one"
        r"|none) (?:uses|calls|mentions)|(?:do not|don['’]t) see|zero (?:hits|results"
        r"|matches|files)|in vain|absent from"
        r"|without (?:any )?(?:success|luck|avail|results?)|to no avail|devoid of)"
    ),
    sought=(
        r"\b(?:find|found|locate|search|looked|turned up|came (?:up|back)|empty-handed|matched"
        r"|results?|hits?|matches|in vain|without success|no avail)\b"
    ),
    certain=(
        r"\b(?:therefore|thus|hence|consequently|clearly|obviously|undoubtedly|certainly"
        r"|definitely|evidently|without (?:a )?doubt|no doubt|of course|this means|which means"
        r"|that means|this (?:proves|shows|confirms) that|proves? that|proof that|must (?:have|be)"
        r"|it follows|as a result of|the (?:root |real |only )?(?:cause|reason|culprit)"
        r"(?: for (?:this|it))? (?:is|was)|(?:is|was|are|were) (?:due to|caused by|because)"
        r"|so (?:it|the|they|this|he|she|your) (?:must|is|are|has|have|will)|guarantees? that"
        r"|explains why|what happened(?: here)? (?:is|was)|no other (?:explanation"
        r"|conclusion)|it is (?:evident|clear|obvious|certain)|without question"
        r"|unquestionably|no question"
        r"|for sure|plainly|proven)\b"
    ),
    because=r"\b(?:because|since|owing to|thanks to|on account of|led to|caused)\b",
    us=r"\b(?:i|you|we|me|my|your|us|our)\b",
    hedges=(
        r"\b(?:probably|likely|perhaps|maybe|may|might|could|possibly|seems?|appears?|suggests?"
        r"|presumably|i (?:think|assume|guess|suspect|believe|would guess)|my guess|not (?:sure"
        r"|certain)|unclear|i (?:cannot|can't|do not|don't) (?:tell|know|say)|unknown"
        r"|one possib|plausibl\w+|if|indicates?|hints?|unverified|hypothesis)\b"
    ),
    sources=(
        r"\b(?:according to|as (?:documented|described|reported|stated|noted|explained|written|said"
        r"|shown) (?:in|by|on|at)|as per|per the|citing|quoting|quoted from|taken from|based on"
        r"|source:|sources:|see also:?|reference:|states that|published (?:in|by|on)"
        r"|documented (?:in|at|on)|the authors? of)\s*"
    ),
    works=(
        r"\b(?:paper|study|article|report|survey|book|blog post|guide|manual)s? (?:by"
        r"|from) (?:the )?"
        r"([\w .&-]{3,40})"
    ),
)

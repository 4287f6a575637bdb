"""Calls as gpt-oss writes them: messages to a recipient, in the harmony format.

    <|channel|>analysis<|message|>Look it up.<|end|><|start|>assistant<|channel|>commentary
     to=functions.get_weather <|constrain|>json<|message|>{"city": "Paris"}<|call|>

What is written in the channel `analysis` is thinking; in `final`, or in `commentary` without a
recipient, it is text.
"""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener, Place, Region
from zeroclaw_tool_call_parser.offer import Offer

__all__ = ["HARMONY"]

_START, _CHANNEL, _CALL = "<|start|>assistant", "<|channel|>", "<|call|>"
_MESSAGE, _CONSTRAIN, _END = "<|message|>", "<|constrain|>", "<|end|>"
_NAMESPACE = "functions."
_NAME = re.compile(r"[A-Za-z0-9_./-]*")
_WORDS = re.compile(r"[A-Za-z ]*")
_BEGINNINGS = ("", _START)


def _read(cursor: Cursor, offer: Offer) -> Calls:
    name = cursor.run(_NAME).removeprefix(_NAMESPACE)
    cursor.run(_WORDS)
    for token in (_CHANNEL, _CONSTRAIN):
        # The recipient may come before the channel; the constraint may be left out.
        if cursor.take(token):
            cursor.run(_WORDS)
    cursor.take(_CONSTRAIN)
    cursor.run(_WORDS)
    cursor.expect(_MESSAGE)
    cursor.skip_space()
    return (offer.call(name, cursor.json()),)


HARMONY = Dialect(
    "harmony",
    tuple(
        Opener(f"{marker} to=", _read, _CALL, Place.ANYWHERE)
        for marker in (
            _START,
            *(
                f"{beginning}{_CHANNEL}{channel}"
                for beginning in _BEGINNINGS
                for channel in ("commentary", "analysis")
            ),
        )
    ),
    fillers=(_CALL,),
    thinking=tuple(
        Region(f"{beginning}{_CHANNEL}analysis{_MESSAGE}", _END, Place.ANYWHERE)
        for beginning in _BEGINNINGS
    ),
    frames=(
        *(
            f"{beginning}{_CHANNEL}{channel}{_MESSAGE}"
            for beginning in _BEGINNINGS
            for channel in ("commentary", "final")
        ),
        *(_END, "<|return|>"),
    ),
)

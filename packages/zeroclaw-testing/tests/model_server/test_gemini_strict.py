"""Tests of the judgement of Google over a request."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_testing.model_server import gemini_problems

HELLO: JsonObject = {"role": "user", "parts": [{"text": "Hello"}]}
HI: JsonObject = {"role": "model", "parts": [{"text": "Hi"}]}


def calls(*names: str, **more: Json) -> JsonObject:
    functions: list[Json] = [{"name": name, "args": {}} for name in names]
    return {"role": "model", "parts": [{"functionCall": call, **more} for call in functions]}


def results(*names: str, then: tuple[Json, ...] = ()) -> JsonObject:
    said: list[Json] = [
        {"functionResponse": {"name": name, "response": {"output": "ok"}}} for name in names
    ]
    return {"role": "user", "parts": [*said, *then]}


def declared(**schema: Json) -> JsonObject:
    function: JsonObject = {"name": "f", "description": "", "parameters": {**schema}}
    return {"contents": [HELLO], "tools": [{"functionDeclarations": [function]}]}


def problems(*contents: Json, signed: bool = False) -> tuple[str, ...]:
    return gemini_problems({"contents": list(contents)}, signed=signed)


def test_a_sound_conversation_has_no_problem() -> None:
    signed = {"text": "", "thoughtSignature": "s"}
    answered: JsonObject = {"role": "model", "parts": [{"text": "So."}, signed]}
    picture = {"inlineData": {"mimeType": "image/png", "data": "AA=="}}
    rounds = (calls("f", "g"), results("f", "g", then=(picture,)), answered, HELLO)
    assert problems(HELLO, HI, HELLO, *rounds) == ()


NOTHING: JsonObject = {"role": "user", "parts": []}
LATE: JsonObject = {"parts": [{"text": "a"}, {"functionResponse": {"name": "f", "response": {}}}]}


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        ((), "contents: expected at least one content"),
        ((HI,), "contents[0]: the first content must be a user's"),
        ((HELLO, HI), "contents[1]: the last content must be a user's"),
        ((HELLO, HELLO), "contents[1]: two user contents in a row; roles must alternate"),
        (({"role": "tool", "parts": []},), "contents[0]: unknown role 'tool'"),
        ((NOTHING,), "contents[0]: expected at least one part"),
        (({"parts": [{"text": ""}]},), "contents[0]: a text must say something"),
        (({"parts": [{"text": "a", "inlineData": {}}]},), "contents[0]: a part is exactly one of"),
        (({"parts": [{"text": "a", "type": "text"}]},), "contents[0]: a part is exactly one of"),
        (({"parts": [{"thought": True}]},), "contents[0]: a part is exactly one of"),
        ((HELLO, calls("f"), HELLO), "contents[2]: 0 function responses for the 1 function calls"),
        (
            (HELLO, calls("f", "g"), results("f")),
            "contents[2]: 1 function responses for the 2 function calls",
        ),
        ((HELLO, calls("f"), results("g")), "contents[2]: the response 'g' answers another call"),
        ((results("f"),), "contents[0]: 1 function responses for the 0 function calls"),
        ((HELLO, calls("1f"), results("1f")), "contents[1]: '1f' is no legal function name"),
        (({**calls("f"), "role": "user"},), "contents[0]: a user makes no function calls"),
        ((HELLO, calls("f"), LATE), "contents[2]: results must come before everything else"),
    ],
)
def test_what_google_refuses_in_a_conversation_is_named(
    contents: tuple[Json, ...], problem: str
) -> None:
    assert any(said.startswith(problem) for said in problems(*contents)), problems(*contents)


def test_a_response_must_repeat_the_id_of_its_call() -> None:
    call: JsonObject = {"functionCall": {"name": "f", "id": "x"}}
    answer: JsonObject = {"name": "f", "id": "x", "response": {}}
    model: JsonObject = {"role": "model", "parts": [call]}
    assert problems(HELLO, model, {"parts": [{"functionResponse": answer}]}) == ()
    wrongs: tuple[JsonObject, ...] = ({**answer, "id": "y"}, {"name": "f", "response": {}})
    for wrong in wrongs:
        (problem,) = problems(HELLO, model, {"parts": [{"functionResponse": wrong}]})
        assert "answers another call" in problem


def test_calls_and_results_hold_objects() -> None:
    call: JsonObject = {"role": "model", "parts": [{"functionCall": {"name": "f", "args": "{}"}}]}
    answer: JsonObject = {"parts": [{"functionResponse": {"name": "f", "response": "ok"}}]}
    assert problems(HELLO, call, answer) == (
        "contents[1]: the arguments of 'f' must be an object",
        "contents[2]: a function response must be an object",
    )


def test_calls_since_the_user_spoke_are_signed_where_that_is_asked_for() -> None:
    missing = "contents[3]: a function call is missing its thoughtSignature"
    step = (calls("f", thoughtSignature="s"), results("f"))
    assert problems(HELLO, *step, calls("f"), results("f"), signed=True) == (missing,)
    assert problems(HELLO, *step, calls("f"), results("f")) == ()
    # Steps of earlier turns are not looked at.
    spoke = results("f", then=({"text": "And?"},))
    assert problems(HELLO, *step, calls("f"), spoke, signed=True) == ()


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ({"type": ["string", "null"]}, "the type of a schema is not one word"),
        ({"type": "array"}, "an array must have items"),
        ({"type": "string", "$ref": "#/x"}, "unknown name '$ref' in a schema"),
        ({"type": "string", "const": 1}, "unknown name 'const' in a schema"),
        ({"type": "object", "required": ["a"]}, "what is required must be a property"),
        ({"anyOf": [{"type": "array"}]}, "an array must have items"),
        (True, "a schema must be an object"),
    ],
)
def test_a_schema_that_is_not_of_the_subset_is_refused(schema: Json, problem: str) -> None:
    (said,) = gemini_problems(declared(type="object", properties={"a": schema}))
    assert said.startswith(f"tools: f: {problem}")


@pytest.mark.parametrize("properties", [{}, None, []])
def test_parameters_are_an_object_with_properties_or_left_out(properties: Json) -> None:
    for kind in ("object", "string"):
        (said,) = gemini_problems(declared(type=kind, properties=properties))
        assert said == "tools: f: parameters must be an object with properties, or left out"
    assert gemini_problems(declared(type="object", properties={"a": {"type": "object"}})) == ()


def test_a_property_may_have_the_name_of_a_keyword() -> None:
    word: JsonObject = {"type": "string"}
    inner: JsonObject = {"$ref": word, "const": word, "items": {"type": "array", "items": word}}
    assert gemini_problems(declared(type="object", properties=inner)) == ()


def test_a_schema_beyond_all_depth_is_refused() -> None:
    schema: JsonObject = {"type": "string"}
    for _ in range(100):
        schema = {"type": "array", "items": schema}
    (problem,) = gemini_problems(declared(type="object", properties={"a": schema}))
    assert "nested too deeply" in problem


def test_tools_are_declared_once_by_legal_names() -> None:
    function: JsonObject = {"name": "f"}
    body: JsonObject = {"contents": [HELLO], "toolConfig": {}}
    assert gemini_problems({**body, "tools": [{"functionDeclarations": [function]}]}) == ()
    assert gemini_problems(body) == ("toolConfig: it is only allowed with function declarations",)
    twice: JsonObject = {"functionDeclarations": [function, function, {"name": "a/b"}]}
    assert gemini_problems({**body, "tools": [twice]}) == (
        "tools: 'f' is declared twice",
        "tools: 'a/b' is no legal function name",
    )
    (empty, _) = gemini_problems({**body, "tools": [{"functionDeclarations": []}]})
    assert empty == "tools: expected at least one function declaration"


def test_a_field_that_google_does_not_know_is_refused() -> None:
    assert gemini_problems({"contents": [HELLO], "stream": True}) == ("stream: unknown name",)

"""How a conversation with tools is written down for the bundled model."""

from __future__ import annotations

from typing import Final

__all__ = ["BUNDLED_TOOL_TEMPLATE"]

BUNDLED_TOOL_TEMPLATE: Final = """\
{%- for message in messages %}
{{- '<|im_start|>' + message['role'] + '\\n' + (message['content'] or '') }}
{%- if loop.first and tools %}
{{- '\\n\\nThe tools that you can call:\\n' }}
{%- for tool in tools %}
{{- (tool['function'] | tojson) + '\\n' }}
{%- endfor %}
{{- 'To call one, write:\\n<tool_call>\\n{"name": "its name", "arguments": {}}\\n</tool_call>' }}
{%- endif %}
{%- for call in message['tool_calls'] or [] %}
{{- '<tool_call>\\n{"name": "' + call['function']['name'] + '", "arguments": ' }}
{{- (call['function']['arguments'] | tojson) + '}\\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
{{- '<|im_start|>assistant\\n' }}
{%- endif %}
"""
"""Jinja with the marks of the template in its file, which drops tools.

Results have no tags of their own: the model takes up such tags in place of those for a call.
"""

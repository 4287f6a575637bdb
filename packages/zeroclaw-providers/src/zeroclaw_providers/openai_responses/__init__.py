"""The protocol of OpenAI's Responses, which other servers speak too."""

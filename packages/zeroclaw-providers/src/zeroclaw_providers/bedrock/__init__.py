"""Models of Amazon Bedrock, in its Converse protocol."""

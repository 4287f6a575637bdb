"""What a session shares with its turn: events, facts, messages that wait, open questions."""

"""What is publicly known about models: what they can do, what they cost."""

"""What an answer claims, held against what the calls of its turn really did."""

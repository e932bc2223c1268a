"""World Monuments in words: what actions, events, reasons and the table in a terminal are called, in every language."""

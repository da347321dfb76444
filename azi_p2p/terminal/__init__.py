"""A table in a terminal: views to lines of text, keys to actions; nothing of networks, records or proofs."""

"""What the game is made of: its vocabulary, packs of content, ready beginnings."""

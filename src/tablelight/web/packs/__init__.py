"""Packs in the browser: the library in which groups write their own content, and what a table has of it."""

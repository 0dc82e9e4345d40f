"""Actlite's rules as flows, in the order of the book."""

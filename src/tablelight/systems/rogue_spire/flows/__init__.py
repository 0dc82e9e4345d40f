"""What happens, in the order of the book."""

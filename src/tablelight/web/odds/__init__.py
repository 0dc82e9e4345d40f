"""The page of odds: any roll built by hand, up to four side by side, with charts, a link to share, and files."""

"""Where the campaign is kept: rows, statements built once, and the two databases that run them."""

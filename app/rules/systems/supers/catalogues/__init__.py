"""What a table can look up."""

"""The pages and files that the server itself serves."""

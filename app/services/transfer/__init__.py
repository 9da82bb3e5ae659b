"""Characters and whole campaigns as documents: written out on one server, read in on another."""

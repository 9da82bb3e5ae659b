"""Use cases: authorise, load, decide, append, commit. No SQL, no HTTP."""
